import { defined, isRecord, type IContent, type ToolCallBlock } from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import {
  countSent,
  sameValue,
  type Codec,
  type FormatName,
  type OverheadTokens,
} from '@palimpsest/formats';
import {
  hasBoundThinking,
  type createOrchestrator,
  type PrepareRequest,
} from '@palimpsest/orchestrator';
import { createSession, type Session, type SessionRequest } from '@palimpsest/orchestrator/session';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { memorySessions } from '@palimpsest/originals/sessions';
import type { AdapterOptions } from './adapter-options.ts';
import type { AdaptRequest, AdaptResult } from './adapter.ts';
import type { EntryOriginals } from './entry-originals.ts';

/** The conversations of an adapter. */
export interface Conversations {
  /** Prepares a request of the conversation that its messages continue. A failed request changes nothing. */
  prepare<Message>(given: ConversationRequest<Message>): Promise<Required<AdaptResult<Message>>>;
  /**
   * Returns messages to send when preparation failed: earlier messages as they were last sent, because reasoning may depend on them, new ones
   * unchanged.
   */
  asLastSent<Message>(
    given: Omit<ConversationRequest<Message>, 'overhead'>,
  ): Promise<readonly Message[]>;
  flush(): Promise<void>;
}

interface ConversationRequest<Message> {
  readonly codec: Codec;
  /** Without the leading system messages. */
  readonly messages: readonly Message[];
  readonly request: AdaptRequest;
  readonly overhead: OverheadTokens;
}

/** What the conversations of an adapter share. */
export interface AdapterContext {
  readonly options: AdapterOptions;
  readonly originals: EntryOriginals;
  /** Options of each orchestrator. */
  readonly orchestration: Omit<Parameters<typeof createOrchestrator>[0], 'history' | 'state'> & {
    readonly settings: Settings;
  };
}

/** Entries that are remembered for one message: it may have several results. */
const MAX_ENTRIES = 64;

/** Opens the conversations of an adapter, in the store of its session or in memory. */
export function openConversations(context: AdapterContext): Conversations {
  const { options, originals, orchestration } = context;
  const { session: place = { id: 'adapter', store: memorySessions() } } = options;
  const sessions = new Map<string, Session>();
  const reuseEntries = createEntryReuse();

  /** Returns the session of a request: formats count tokens differently, and only a model that can recall gets ids of removed texts. */
  function sessionOf({ codec, request }: Pick<ConversationRequest<unknown>, 'codec' | 'request'>) {
    const canRecall = offersRecall(request.overhead?.tools);
    const key = `${codec.name} ${canRecall}`;
    const { originalId, ...others } = orchestration;
    const session =
      sessions.get(key) ??
      createSession({
        ...others,
        ...defined({ originalId: canRecall ? originalId : undefined }),
        estimateTokens: countSent(orchestration.estimateTokens, codec),
        session: place,
        originals,
      });
    sessions.set(key, session);
    return session;
  }

  return {
    async prepare(given) {
      const { codec, messages, request } = given;
      const { entries, pending, conversation } = toSessionRequest(given, reuseEntries);
      const { outcome, isRewritten, report } = await sessionOf(given).prepare({
        ...toPrepareRequest(options, given),
        entries,
        pending,
        conversation,
        allowRewrite: resolveAllowRewrite(options, [...entries, ...pending]),
        readBack: (sent) => reuseEntries(codec.decode(codec.encode(sent))),
        ...defined({ signal: request.signal }),
      });
      // The cast is safe: the codec writes the format of `messages`.
      const sent = isRewritten
        ? (codec.encode([...outcome.history, ...outcome.pending]) as typeof messages)
        : messages;
      return { messages: sent, outcome, report };
    },
    async asLastSent(given) {
      const { codec, messages } = given;
      const sent = await sessionOf(given).lastSent(toSessionRequest(given, reuseEntries));
      return sent === undefined ? messages : (codec.encode(sent) as typeof messages);
    },
    async flush() {
      await Promise.all(Array.from(sessions.values(), (session) => session.flush()));
    },
  };
}

/** Decodes the messages, and separates those up to the newest response of the model from the pending ones. */
function toSessionRequest(
  { codec, messages, request }: Omit<ConversationRequest<unknown>, 'overhead'>,
  reuseEntries: EntryReuse,
): Required<Pick<SessionRequest, 'entries' | 'pending' | 'conversation'>> {
  const decoded = reuseEntries(codec.decode(messages));
  const newest = decoded.findLastIndex(({ speaker }) => speaker === 'ai');
  const calls = new Set(decoded.flatMap(({ blocks }) => blocks.filter(isCall).map(({ id }) => id)));
  const pending = decoded.slice(newest + 1);
  // An orchestrator rejects a pending result without a call. Whether it is sent is the framework's decision.
  const hasUnmatched = pending.some(({ blocks }) =>
    blocks.some((block) => block.type === 'tool_response' && !calls.has(block.callId)),
  );
  return {
    entries: hasUnmatched ? decoded : decoded.slice(0, newest + 1),
    pending: hasUnmatched ? [] : pending,
    // Only conversations of one format and name are compared.
    conversation: JSON.stringify([codec.name, request.conversation]),
  };
}

type EntryReuse = (entries: readonly IContent[]) => IContent[];

/**
 * Returns a function that replaces entries by equal ones that the same message object gave before: an orchestrator remembers the tokens of an
 * entry, and a session its digest.
 */
function createEntryReuse(): EntryReuse {
  const known = new WeakMap<object, IContent[]>();
  return (entries) =>
    entries.map((entry) => {
      const message = isRecord(entry.native) ? entry.native['message'] : undefined;
      if (typeof message !== 'object' || message === null) return entry;
      const before = known.get(message) ?? [];
      const same = before.find((one) => sameValue(comparable(one), comparable(entry)));
      if (same === undefined) known.set(message, [...before, entry].slice(-MAX_ENTRIES));
      return same ?? entry;
    });
}

/** Returns an entry without `read` of its native member, which repeats the whole entry. */
function comparable({ native, ...entry }: IContent): object {
  return isRecord(native) ? { ...entry, native: { ...native, read: undefined } } : entry;
}

function isCall(block: IContent['blocks'][number]): block is ToolCallBlock {
  return block.type === 'tool_call';
}

/** Returns whether tools of a request, in any format, have the one that recalls. Unknown tools may have it. */
function offersRecall(tools: unknown): boolean {
  return tools === undefined || JSON.stringify(tools).includes(`"name":"${RECALL_TOOL.name}"`);
}

/** Maximum request size in bytes per format, from the providers' documentation. Providers reject larger requests with HTTP 413. */
const MAX_REQUEST_BYTES: Readonly<Partial<Record<FormatName, number>>> = {
  anthropic: 32_000_000,
  gemini: 20_000_000,
  openai: 50_000_000,
  'openai-responses': 50_000_000,
};

function toPrepareRequest(
  { contextLimit: own }: AdapterOptions,
  { codec, request, overhead }: ConversationRequest<unknown>,
): PrepareRequest {
  const { model, contextLimit, maxOutputTokens, maxRequestBytes, force } = request;
  return {
    overhead,
    ...defined({
      model,
      contextLimit: (typeof own === 'function' ? own(model) : own) ?? contextLimit,
      maxOutputTokens,
      force,
      maxRequestBytes: maxRequestBytes ?? MAX_REQUEST_BYTES[codec.name],
    }),
  };
}

/**
 * Returns `PrepareRequest.allowRewrite`: `'never'` if `thinking` is `keep-append-only` and the entries have signed reasoning, else whether
 * `when` is not `ingest`.
 */
function resolveAllowRewrite(
  { when, thinking }: AdapterOptions,
  entries: readonly IContent[],
): boolean | 'never' {
  if (thinking === 'keep-append-only' && hasBoundThinking(entries, 0, 'signed')) return 'never';
  return when !== 'ingest';
}
