import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import { rejectOptions, withValue, type Arguments, type Command } from '../arguments/command.ts';
import {
  checkOneTarget,
  FORMAT_OPTION,
  readFormat,
  readPositive,
  readShare,
} from '../arguments/options.ts';
import { toBadLine, type BadLine, type Conversation } from '../conversations/conversation.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { UsageError } from '../errors.ts';
import { checkIsLine, findConversation, readItems } from '../conversations/find-conversation.ts';
import { openInput } from '../input/open-input.ts';
import { openOutput } from '../output/open-output.ts';
import { readPage } from '../read-page.ts';
import { EXIT } from '../main-io.ts';
import { writeLines } from '../output/write-texts.ts';
import { printableJson } from '../terminal/printable.ts';
import { detectStyle } from '../terminal/style.ts';
import { drawInspection } from './draw-inspection.ts';
import { inspectConversation } from './inspect-conversation.ts';
import { OverviewBuilder, type Inspection, type Overview } from './inspection.ts';
import { drawWhy } from './draw-why.ts';
import { explainSession, reportSession, writeReport } from '@palimpsest/report';

export const inspectCommand: Command = {
  options: {
    conversation: withValue('ID|#', 'one of several: its id, or its position from 0', 'c'),
    ...FORMAT_OPTION,
    why: { help: 'show instead what the strategy salience would keep, line by line, and why' },
    html: withValue(
      'FILE',
      'write a page that shows what a compression would keep, shorten and remove',
    ),
    strategy: withValue(
      'NAME',
      `with --html: compression strategy (default: ${DEFAULT_STRATEGY})`,
      's',
    ),
    'target-ratio': withValue(
      'R',
      'with --why or --html: target as a share of the tokens (default: 0.25)',
      'r',
    ),
    'target-tokens': withValue('N', 'with --why or --html: target in tokens', 't'),
    json: { help: 'print JSON' },
  },
  notes: [
    'Tokens are estimates. FILE can be - for standard input, and can be compressed with gzip.',
  ],
  async run(given, io) {
    const { stdout, env, cwd } = io;
    const format = readFormat(given);
    const target = readTarget(given);
    if (given.positional === undefined) {
      throw new UsageError('No input: give a file, or - for standard input.');
    }
    const { name, bytes } = await openInput(given.positional, io);
    const items = readItems(readConversations(bytes, { name, format }));
    const wanted = given.get('conversation');
    const palimpsest = createPalimpsest();
    const html = given.get('html');
    if (html !== undefined) {
      const output = await openOutput(html, io, 'html');
      const conversation = await findConversation(items, wanted, name);
      const strategy = palimpsest.registry.resolve(given.get('strategy') ?? DEFAULT_STRATEGY).name;
      const report = await reportSession(conversation, palimpsest, { strategy, ...target });
      await output([await writeReport(report, readPage('report'))]);
      return EXIT.done;
    }
    const strategy = palimpsest.registry.resolve('high-density');
    const inspect = (conversation: Conversation): Inspection =>
      inspectConversation(conversation, strategy, cwd);
    const style = detectStyle(stdout, env);
    let found: object;
    let lines: Iterable<string>;
    if (given.has('why') && target !== undefined) {
      const conversation = await findConversation(items, wanted, name);
      const why = await explainSession(
        conversation,
        'targetTokens' in target ? { tokens: target.targetTokens } : { ratio: target.targetRatio },
      );
      [found, lines] = [why, drawWhy(why, style)];
    } else {
      const inspection =
        wanted === undefined
          ? await inspectAll(items, name, inspect)
          : inspect(await findConversation(items, wanted, name));
      [found, lines] = [inspection, drawInspection(inspection, style)];
    }
    if (given.has('json')) {
      lines = [printableJson(JSON.stringify(found, undefined, 2), stdout)];
    }
    await writeLines(stdout, lines);
    return EXIT.done;
  },
};

const DEFAULT_TARGET_RATIO = 0.25;

type Target = { readonly targetTokens: number } | { readonly targetRatio: number };

/**
 * Returns the target of `--why` and `--html`; `undefined` without them.
 *
 * @throws {UsageError} when options exclude each other
 */
function readTarget(given: Arguments): Target | undefined {
  const targetTokens = readPositive(given, 'target-tokens');
  const targetRatio = readShare(given, 'target-ratio') ?? DEFAULT_TARGET_RATIO;
  if (!given.has('html')) {
    rejectOptions(given, ['strategy'], 'needs --html: --why explains the strategy salience.');
    if (!given.has('why')) {
      const problem = 'needs --why or --html: without them, inspect does not compress.';
      rejectOptions(given, ['target-tokens', 'target-ratio'], problem);
      return undefined;
    }
  } else rejectOptions(given, ['why', 'json'], 'excludes --html.');
  checkOneTarget(given);
  return targetTokens === undefined ? { targetRatio } : { targetTokens };
}

/** Returns the inspection of the only conversation, or an overview if there are several conversations or bad lines. */
async function inspectAll(
  items: AsyncIterable<Conversation | BadLine>,
  name: string,
  inspect: (conversation: Conversation) => Inspection,
): Promise<Inspection | Overview> {
  const overview = new OverviewBuilder();
  let only: Inspection | undefined;
  let problem: string | undefined;
  for await (const item of items) {
    const found = item.kind === 'bad' ? item : tryInspect(item, inspect);
    if ('problem' in found) {
      problem ??= found.problem;
      overview.badLines += 1;
    } else {
      only = found;
      overview.add(found);
    }
  }
  if (only === undefined) throw new UsageError(problem ?? `${name} holds no conversation.`);
  const built = overview.build(name);
  return built.conversations === 1 && built.badLines === 0 ? only : built;
}

function tryInspect(
  item: Conversation,
  inspect: (conversation: Conversation) => Inspection,
): Inspection | BadLine {
  try {
    return inspect(item);
  } catch (error) {
    const bad = toBadLine(item, error);
    checkIsLine(bad);
    return bad;
  }
}
