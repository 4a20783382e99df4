import { pi, type PiMessage } from '@palimpsest/formats/pi';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createPiExtension, type PiOptions } from '../src/index.ts';
import type {
  CompactCallbacks,
  ContextEntry,
  EntryDraft,
  ExtensionApi,
  SessionEntry,
} from '../src/pi-types.ts';
import { listPlaces } from '../src/session-branch.ts';

export const WINDOW = 8_000;

/** An entry of the log, of which the extension knows fewer members. */
type LogEntry = SessionEntry & { readonly targetId?: string; readonly replacement?: object };

type Handler = (event: never, context: never) => unknown;

interface SessionFacts {
  readonly log?: LogEntry[];
  /** Tokens that the provider counts beyond the messages. */
  readonly overhead?: number;
  readonly window?: number;
  readonly options?: PiOptions;
  /** Signal of pi's compactions. */
  readonly signal?: AbortSignal;
}

/** A session of pi: keeps entries in a log, applies edits, and calls the extension like pi does. */
export function createSession({
  log = [],
  overhead = 0,
  window = WINDOW,
  options = {},
  signal = new AbortController().signal,
}: SessionFacts = {}) {
  const handlers = new Map<string, Handler>();
  const notices: string[] = [];
  let recallTool: Parameters<ExtensionApi['registerTool']>[0] | undefined;
  const commands = new Map<string, Parameters<ExtensionApi['registerCommand']>[1]>();
  const api = {
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    registerTool: (tool: typeof recallTool) => (recallTool = tool),
    appendEntry: (customType: string, data: unknown) =>
      void log.push({ type: 'custom', id: `e${log.length}`, customType, data }),
    registerCommand: (name: string, given: Parameters<ExtensionApi['registerCommand']>[1]) =>
      void commands.set(name, given),
  };
  createPiExtension(options)(api);
  const context = {
    ui: { notify: (text: string) => notices.push(text) },
    sessionManager: {
      getBranch: () => log,
      buildSessionProjection: () => ({ entries: project() }),
    },
    /** As pi compacts: asks the extension, and appends its answer. */
    compact: ({ onComplete, onError }: CompactCallbacks) => {
      void compact().then(
        (isDone) => (isDone ? onComplete() : onError(new Error('Compaction cancelled'))),
        onError,
      );
    },
    getContextUsage: () => ({
      tokens:
        overhead +
        estimateEntryTokens(pi.decode(listPlaces(project()).map(({ message }) => message))),
      contextWindow: window,
    }),
  };
  async function compact(): Promise<boolean> {
    const preparation = {
      firstKeptEntryId: log.findLast(({ type }) => type === 'message')?.id ?? '',
      messagesToSummarize: project().flatMap(({ messages }) => messages),
      turnPrefixMessages: [],
      tokensBefore: context.getContextUsage().tokens,
    };
    const answer = await call('session_before_compact', { preparation, signal });
    const { compaction } = answer as { compaction?: Omit<SessionEntry, 'id' | 'type'> };
    if (compaction !== undefined)
      log.push({ ...compaction, type: 'compaction', id: `e${log.length}` });
    return compaction !== undefined;
  }
  const call = (name: string, event: object): Promise<unknown> =>
    Promise.resolve(handlers.get(name)!(event as never, context as never));
  /** What pi sends: the newest compaction, the entries that it keeps, and newer ones. */
  const project = (): ContextEntry[] => {
    const edits = new Map(log.map(({ targetId, replacement }) => [targetId, replacement]));
    const at = log.findLastIndex(({ type }) => type === 'compaction');
    const first = log.findIndex(({ id }) => id === log[at]?.firstKeptEntryId);
    const entries = at < 0 ? log : [log[at]!, ...log.slice(first, at), ...log.slice(at + 1)];
    return entries.flatMap((sourceEntry, index) => {
      const { id, type, message, summary } = sourceEntry;
      if (type === 'compaction' && index === 0) {
        return [{ sourceEntry, messages: [{ role: 'compactionSummary', summary } as PiMessage] }];
      }
      if (message === undefined) return [];
      return [{ sourceEntry, messages: [{ ...message, ...edits.get(id) }] }];
    });
  };
  return {
    log,
    notices,
    call,
    seen: () => project().flatMap(({ messages }) => messages),
    say: (message: PiMessage) => void log.push({ type: 'message', id: `e${log.length}`, message }),
    run: (args: string, name = 'palimpsest') => commands.get(name)!.handler(args, context),
    recall: (input: unknown) => recallTool!.execute('call', input),
    async endTurn() {
      const event = { entries: [], context: { contextEntries: project() }, outcome: 'completed' };
      const result = (await call('turn_end', event)) as { entries: EntryDraft[] } | undefined;
      for (const draft of result?.entries ?? []) {
        const id = `e${log.length}`;
        if (draft.type !== 'compaction') log.push({ id, ...draft });
        else log.push({ id, ...draft, firstKeptEntryId: draft.firstKeptEntryId ?? id });
      }
    },
  };
}
