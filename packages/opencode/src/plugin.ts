import { pi } from '@palimpsest/formats/pi';
import {
  changeRules,
  checkPluginOptions,
  createCompactor,
  readCompactBefore,
  readForgottenRule,
  RULE_COMMANDS,
} from '@palimpsest/host';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import type {
  Client,
  Hooks,
  ModelLimit,
  ModelName,
  PluginModule,
  SessionMessage,
} from './opencode-types.ts';
import { commandText, rulesIn } from './rule-messages.ts';
import { createSessionCompactor, type SessionCompactor } from './session-compactor.ts';
import { markSummary, MODEL, PROMPT, PROVIDER } from './summary-request.ts';
import { toTranscript } from './transcript.ts';

const COMMAND = 'palimpsest';

/** Tokens that opencode leaves for an answer at most, and keeps free of a model's input limit. */
const MAX_OUTPUT = 32_000;
const RESERVED = 20_000;

/** The plugin as opencode loads it. Its options are in the configuration: `"plugin": [["@palimpsest/opencode", { "trigger": 0.6 }]]`. */
export const plugin: PluginModule = {
  id: COMMAND,
  async server({ client }, options = {}) {
    checkPluginOptions(options);
    const guard = createCompactor({
      codec: pi,
      settings: { 'compression.guard': options.guard ?? true },
    });
    const sessions = new Map<string, SessionCompactor>();
    const windows = new Map<string, number>();
    /** Sessions whose next list of messages is for a summary. */
    const summarizing = new Set<string>();
    let answersSummaries = false;
    const ruleCommands = new Set<'keep' | 'drop'>();

    const compactorOf = (session: string): SessionCompactor => {
      const known = sessions.get(session) ?? createSessionCompactor(options);
      sessions.set(session, known);
      return known;
    };
    const windowOf = async (name: ModelName): Promise<number> => {
      const key = JSON.stringify([name.providerID, name.modelID]);
      const window = windows.get(key) || windowIn(await limitOf(client, name));
      windows.set(key, window);
      return window;
    };
    const storedOf = async (id: string): Promise<readonly SessionMessage[]> => {
      const { data = [] } = await client.session.messages({ path: { id } });
      return data;
    };
    const tell = async (message: string, variant: 'info' | 'error'): Promise<void> => {
      // Without a terminal, nobody shows it.
      await client.tui.showToast({ body: { message, variant } }).catch(() => undefined);
    };

    /** Returns the window that the newest message of the person names; 0 where it is unknown. */
    const windowFor = async (messages: readonly SessionMessage[]): Promise<number> => {
      const info = messages.findLast(({ info: { model } }) => model !== undefined)?.info;
      return info?.model === undefined ? 0 : await windowOf(info.model);
    };
    const preview = async (id: string): Promise<string> => {
      const stored = await storedOf(id);
      const whole = storedBefore(stored, undefined);
      return await compactorOf(id).preview(whole, await windowFor(stored), rulesIn(stored));
    };

    const hooks: Hooks = {
      async config(config) {
        answersSummaries = config.agent?.['compaction']?.model === undefined;
        for (const name of ['keep', 'drop'] as const) {
          // A command of the person's own goes first.
          if (config.command?.[name] === undefined) ruleCommands.add(name);
        }
        const rules = [...ruleCommands].map((name) => [
          name,
          { template: '$ARGUMENTS', description: RULE_COMMANDS[name] },
        ]);
        config.command = {
          ...config.command,
          ...(Object.fromEntries(rules) as object),
          [COMMAND]: {
            template: '$ARGUMENTS',
            description:
              'What was removed without a model. preview: what would be. compact before TEXT: only what stands before the newest message of yours with this text. undo: send everything. on: compact again. forget RULE: take back a rule of /keep or /drop',
          },
        };
        // Kilo clears old results by itself unless it is told not to, and undo cannot bring those back.
        config.compaction = { prune: false, ...config.compaction };
        if (answersSummaries) addProvider(config);
        return await Promise.resolve();
      },

      tool: {
        [RECALL_TOOL.name]: {
          description: RECALL_TOOL.description,
          args: RECALL_TOOL.inputSchema.properties,
          async execute(input, { sessionID }) {
            const compactor = createCompactor({ codec: pi });
            await compactor.remember(toTranscript(await storedOf(sessionID)), []);
            return (await compactor.recall(input)).text;
          },
        },
      },

      async 'tool.definition'({ toolID }, output) {
        // opencode takes every argument of a plugin's tool for required.
        if (toolID === RECALL_TOOL.name) output.jsonSchema = RECALL_TOOL.inputSchema;
        return await Promise.resolve();
      },

      async 'tool.execute.before'({ tool, sessionID }, { args }) {
        let stored: readonly SessionMessage[] = [];
        const reason = await guard.guard({ name: tool, parameters: args }, async () => {
          stored = await storedOf(sessionID);
          return toTranscript(stored);
        });
        const wasShortened =
          sessions.get(sessionID)?.hasShortened() === true ||
          stored.some(({ info }) => info.summary === true);
        // opencode gives the model the error of a hook as the result of the call.
        if (reason !== undefined && wasShortened) throw new Error(reason);
      },

      async 'command.execute.before'({ command, sessionID, arguments: given }, { parts }) {
        const answer = (said: string, text: string): Promise<void> => {
          parts.splice(0, parts.length, { type: 'text', text });
          return tell(said, 'info');
        };
        const wish = given.trim();
        const forgotten = command === COMMAND ? readForgottenRule(given) : undefined;
        const change =
          forgotten !== undefined ? 'forget' : [...ruleCommands].find((name) => name === command);
        if (change !== undefined) {
          const before = rulesIn(await storedOf(sessionID));
          const rule = forgotten ?? wish;
          const { rules, message } = changeRules(before, change, rule);
          await answer(
            message,
            rules === before ? commandText(message) : commandText(message, change, rule),
          );
        } else if (command === COMMAND) {
          const said =
            wish === 'preview'
              ? await preview(sessionID)
              : runCommand(compactorOf(sessionID), wish);
          await answer(said, commandText(said));
        }
      },

      async 'experimental.session.compacting'({ sessionID }, output) {
        if (!answersSummaries) return;
        summarizing.add(sessionID);
        output.prompt = PROMPT;
        return await Promise.resolve();
      },

      async 'experimental.chat.messages.transform'(_input, { messages }) {
        // opencode has nothing newer to hand over for a compaction right after another one.
        const [session] = summarizing;
        const sessionID = messages.at(-1)?.info.sessionID ?? session;
        if (sessionID === undefined) return;
        const isSummary = summarizing.delete(sessionID);
        try {
          // What opencode hands over for a summary may lack every message of the person, which names the model.
          const whole = isSummary ? await storedOf(sessionID) : messages;
          const window = await windowFor(whole);
          if (isSummary) {
            const info = whole.findLast(({ info: { model } }) => model !== undefined)?.info;
            const summary = await compactorOf(sessionID).summarize(
              storedBefore(whole, messages.at(-1)),
              window,
              rulesIn(whole),
            );
            const part = { id: 'summary', type: 'text', text: markSummary(summary) };
            const asked = { ...info, id: part.id, sessionID, role: 'user' } as const;
            messages.splice(0, messages.length, { info: asked, parts: [part] });
            return;
          }
          if (window === 0) return;
          const { messages: sent, note } = await compactorOf(sessionID).rewrite(
            messages,
            window,
            async () => rulesIn(await storedOf(sessionID)),
          );
          messages.splice(0, messages.length, ...sent);
          if (note !== undefined) await tell(note, 'info');
        } catch (error) {
          // The request goes out as opencode built it.
          await tell(`The compaction without a model failed: ${String(error)}`, 'error');
        }
      },

      async event({ event: { type, properties } }) {
        const { info } = (properties ?? {}) as { readonly info?: { readonly id?: string } };
        if (type === 'session.deleted' && info?.id !== undefined) sessions.delete(info.id);
        return await Promise.resolve();
      },
    };
    return await Promise.resolve(hooks);
  },
};

/** Makes opencode's agent `compaction` ask the provider of this package, which answers without a model. */
function addProvider(config: Parameters<Hooks['config']>[0]): void {
  const limit = { context: 10_000_000, output: 1_000_000 };
  config.provider = {
    ...config.provider,
    [PROVIDER]: {
      name: 'Palimpsest',
      npm: new URL('./provider.js', import.meta.url).href,
      models: { [MODEL]: { name: 'Transcript, without a model', tool_call: false, limit } },
    },
  };
  const { compaction, ...agents } = config.agent ?? {};
  config.agent = { ...agents, compaction: { ...compaction, model: `${PROVIDER}/${MODEL}` } };
}

async function limitOf(client: Client, name: ModelName): Promise<ModelLimit | undefined> {
  const { data } = await client.config.providers();
  const provider = data?.providers.find(({ id }) => id === name.providerID);
  return provider?.models[name.modelID]?.limit;
}

/** Returns the tokens that a request may take before opencode itself compacts. 0 stands for unknown. */
function windowIn(limit: ModelLimit | undefined): number {
  if (limit === undefined || limit.context === 0) return 0;
  const { context, input, output } = limit;
  const answer = Math.min(output === 0 ? MAX_OUTPUT : output, MAX_OUTPUT);
  return Math.max(0, input === undefined ? context - answer : input - RESERVED);
}

function runCommand(compactor: SessionCompactor, wish: string): string {
  const text = readCompactBefore(wish);
  if (text !== undefined) {
    compactor.compactBefore(text);
    return `From the next request on, what stands before the newest message with "${text}" is a report.`;
  }
  if (wish === 'undo') compactor.pause();
  else if (wish === 'on') compactor.resume();
  else if (wish !== '') {
    return `Expected preview, compact before TEXT, undo, on, forget RULE or nothing, got ${wish}.`;
  }
  return compactor.describe();
}

/**
 * Returns all messages of a session up to one of them, or all, without earlier compactions: opencode hands over only those that are newer, and a
 * summary of a summary would lose more each time.
 */
function storedBefore(
  stored: readonly SessionMessage[],
  last: SessionMessage | undefined,
): readonly SessionMessage[] {
  const end = stored.findIndex(({ info }) => info.id === last?.info.id);
  return stored
    .slice(0, end === -1 ? stored.length : end + 1)
    .filter(
      ({ info, parts }) =>
        info.summary !== true && !parts.some(({ type }) => type === 'compaction'),
    );
}
