import { readCompactBefore, readForgottenRule, RULE_COMMANDS } from '@palimpsest/host';
import { openOriginals } from '@palimpsest/originals';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { createFileOriginals, type Files } from './file-originals.ts';
import type { Mod, On } from './mod-types.ts';
import { openRulesFile, type RulesFile } from './rules-file.ts';
import { createSessionCompactor, UNDO, type SessionCompactor } from './session-compactor.ts';

/** The recall tool as Claude Code names it: the plugin, and the name that it registers. */
const RECALL = 'mcp__palimpsest__recall';

/** Registers the hooks: what Claude Code calls when it loads the plugin. */
export function register(on: On): void {
  const opening: Opening = {};

  on('session.start', async ($, event, next) => {
    const { name, description, inputSchema } = RECALL_TOOL;
    await $.tool.register({ name, description, inputSchema, isDeferred: false });
    await $.command.register({
      name: 'palimpsest',
      description: 'What was removed from this conversation, without a model',
      argumentHint: '[preview|compact before TEXT|undo|on|forget RULE]',
    });
    await $.command.register({
      name: 'keep',
      description: RULE_COMMANDS.keep,
      argumentHint: '[RULE]',
    });
    await $.command.register({
      name: 'drop',
      description: RULE_COMMANDS.drop,
      argumentHint: '[RULE]',
    });
    return next(event);
  });

  on('session.compact', async ($, event, next) => {
    const { compactor } = await sessionOf($, opening);
    const usage = event.agentId === undefined ? await $.session.usage() : undefined;
    const { result, note } = await compactor.compact(event, usage?.context.tokens);
    if (note !== undefined) $.ui.log(note);
    return result ?? (await next(event));
  }).catch(async ($, event, summarize) => {
    const reason = summarize.error?.message ?? 'no reason is known';
    $.ui.log(`The compaction without a model failed (${reason}). Claude Code summarizes instead.`);
    return summarize(event);
  });

  on('tool.call', async ($, event, next) => {
    // Where the session cannot be opened, every call may run.
    const session = await sessionOf($, opening).catch(() => undefined);
    const { tool, ...parameters } = event;
    const deny = await session?.compactor.guard({ name: tool, parameters });
    if (deny !== undefined) return { deny };
    const outcome = await next(event);
    session?.compactor.remember(outcome);
    return outcome;
  });

  on('tool.call', { tool: RECALL }, async ($, event) => {
    const { compactor } = await sessionOf($, opening);
    const wish = Object.keys(RECALL_TOOL.inputSchema.properties).flatMap((name) =>
      event[name] === undefined ? [] : [[name, event[name]]],
    );
    const { text, isError } = await compactor.recall(Object.fromEntries(wish));
    return isError ? { deny: text } : { result: text };
  });

  on('command.run', { command: 'palimpsest' }, async ($, { args }) => {
    const { compactor, rules } = await sessionOf($, opening);
    const forgotten = readForgottenRule(args);
    if (forgotten !== undefined) return { text: await rules.change('forget', forgotten) };
    const text = readCompactBefore(args);
    if (text !== undefined) {
      compactor.compactBefore(text);
      // A command cannot run inside of another.
      $.clock.after(0, () => void $.command.run({ command: 'compact', args: '' }));
      return { text: `Compacting what stands before your newest message with "${text}".` };
    }
    switch (args.trim()) {
      case 'preview': {
        const { tokens } = (await $.session.usage()).context;
        return { text: await compactor.preview(await $.session.messages(), tokens) };
      }
      case '':
        return { text: compactor.describe() };
      case 'on':
        compactor.resume();
        return { text: compactor.describe() };
      case UNDO:
        // A command cannot run inside of another.
        $.clock.after(0, () => void $.command.run({ command: 'compact', args: UNDO }));
        return { text: compactor.warnOfUndo((await $.session.usage()).context) };
      default:
        return {
          text: `Expected preview, compact before TEXT, undo, on, forget RULE or nothing, got ${args}.`,
        };
    }
  });

  on('command.run', { command: 'keep' }, async ($, { args }) => {
    const { rules } = await sessionOf($, opening);
    return { text: await rules.change('keep', args) };
  });

  on('command.run', { command: 'drop' }, async ($, { args }) => {
    const { rules } = await sessionOf($, opening);
    return { text: await rules.change('drop', args) };
  });
}

interface OpenSession {
  readonly compactor: SessionCompactor;
  readonly rules: RulesFile;
}

/** The session, once it was opened. */
interface Opening {
  session?: Promise<OpenSession>;
}

/**
 * Opens the session at the first call, and at the next one after a failure. Claude Code reads the source: it refuses a module that passes `$` to
 * a function that is not declared at the top of the file.
 */
async function sessionOf($: Mod, opening: Opening): Promise<OpenSession> {
  opening.session ??= openSession($);
  try {
    return await opening.session;
  } catch (error) {
    delete opening.session;
    throw error;
  }
}

async function findFolder($: Mod): Promise<string> {
  const home = (await $.env.get('HOME')) || (await $.env.get('USERPROFILE')) || '.';
  return (await $.env.get('CLAUDE_CONFIG_DIR')) || `${home}/.claude`;
}

async function openSession($: Mod): Promise<OpenSession> {
  const folder = await findFolder($);
  const files: Files = {
    exists: (path) => $.fs.exists(path),
    list: async (path) => (await $.fs.list(path)).map(({ name }) => name),
    read: (path) => $.fs.read(path),
    write: (path, text) => $.fs.write(path, text),
  };
  const store = createFileOriginals(files, `${folder}/palimpsest`);
  const id = await $.session.id();
  const keepsSecrets = (await $.env.get('PALIMPSEST_SECRETS')) === 'keep';
  const redaction = keepsSecrets ? {} : { redact: redactSecrets };
  const originals = await openOriginals(store, { session: id, ...redaction });
  const rules = await openRulesFile(files, `${folder}/palimpsest/${id}/rules.json`);
  const guard = (await $.env.get('PALIMPSEST_GUARD')) !== 'off';
  const compactor = createSessionCompactor(originals, () => rules.rules, guard);
  return { compactor, rules };
}
