import {
  CompressionExecutionError,
  CompressionStrategyError,
  EmptySummaryError,
  defined,
  describeValue,
  rejectOnAbort,
  type IContent,
  type ResolvedModel,
  type UsageStats,
} from '@palimpsest/core-types';
import { isTransientCompressionError } from './is-transient.ts';
import { parseResponse, type ParsedResponse } from './parse-response.ts';

/** Calls one model and records its token usage. */
export interface Asker {
  /**
   * Calls the model once and reads the whole response.
   *
   * @throws the reason of the signal when it aborts; {EmptySummaryError} when the response has no visible text; a {CompressionStrategyError}
   * of the provider unchanged; {CompressionExecutionError} when the call fails otherwise
   */
  ask(contents: readonly IContent[]): Promise<ParsedResponse>;
  /** One record per started call, including failed ones. */
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

export interface AskOptions {
  /** Name of the calling strategy, for errors. */
  readonly strategy: string;
  /** Time limit of a call, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Matches a visible character. A response without one is empty. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export function createAsker(
  model: ResolvedModel & { readonly profile?: string | undefined },
  { strategy, timeoutMs, signal }: AskOptions,
): Asker {
  const { profile } = model;
  const calls: { usage?: UsageStats }[] = [];
  return {
    calls,
    async ask(contents) {
      signal?.throwIfAborted();
      const call: (typeof calls)[number] = {};
      calls.push(call);
      const received: Received = { text: '', size: 0, blockTypeCounts: {}, facts: {} };
      const timeout = AbortSignal.timeout(timeoutMs);
      const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      try {
        await receive(model, contents, stop, received);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof CompressionStrategyError) throw error;
        const { length } = received.text;
        const said = length > 0 ? ` (after ${length} characters of the response)` : '';
        const why = timeout.aborted
          ? `no complete response within ${timeoutMs} ms`
          : messageOf(error);
        throw new CompressionExecutionError(strategy, `${why}${said}`, {
          isTransient: timeout.aborted || isTransientCompressionError(error),
          cause: error,
          ...defined({ profile }),
        });
      }
      const { usage, ...facts } = received.facts;
      if (usage !== undefined) call.usage = usage;
      const parsed = parseResponse(received.text);
      if (SEEN.test(parsed.text)) return parsed;
      const { blockTypeCounts } = received;
      const thinkingBlockCount = blockTypeCounts['thinking'];
      throw new EmptySummaryError(strategy, {
        ...facts,
        blockTypeCounts,
        ...defined({ thinkingBlockCount }),
      });
    },
  };
}

/** What was received of a response so far. */
interface Received {
  text: string;
  /** UTF-16 units of text and reasoning, plus 1 per chunk: empty chunks take time too. */
  size: number;
  lastType?: string;
  /** Number of blocks per type: a response without text may consist of reasoning. */
  readonly blockTypeCounts: Record<string, number>;
  facts: { usage?: UsageStats; finishReason?: string; stopReason?: string };
}

/** Size at which reading stops. Longer responses are runaway output. */
const MAX_SIZE = 400_000;

async function receive(
  { provider, ...rest }: ResolvedModel,
  contents: readonly IContent[],
  signal: AbortSignal,
  received: Received,
): Promise<void> {
  const chunks = chunksOf(provider.generateChatCompletion({ ...rest, contents, signal }));
  let isDone = false;
  try {
    while (received.size <= MAX_SIZE) {
      const next = await rejectOnAbort(chunks.next(), signal);
      isDone = next.done === true;
      if (next.done === true) return;
      addChunk(received, next.value);
    }
  } finally {
    // Closes the stream without waiting: the model may hang. Later errors are ignored.
    if (!isDone) void (async () => chunks.return?.())().catch(() => undefined);
  }
}

function addChunk(received: Received, { blocks, metadata }: IContent): void {
  received.size += 1;
  for (const block of blocks) {
    const { lastType, blockTypeCounts } = received;
    blockTypeCounts[block.type] = (blockTypeCounts[block.type] ?? 0) + 1;
    if (block.type === 'text') {
      // Separates text after a block of another type from the text before it.
      const isResumed = lastType !== undefined && lastType !== 'text' && received.text !== '';
      received.text += isResumed ? ` ${block.text}` : block.text;
      received.size += block.text.length;
    } else if (block.type === 'thinking') received.size += block.thought?.length ?? 0;
    received.lastType = block.type;
  }
  const { usage, finishReason, stopReason } = metadata ?? {};
  received.facts = { ...received.facts, ...defined({ usage, finishReason, stopReason }) };
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.replace(/\s+/g, ' ').trim();
  return line === '' ? 'the model failed without a message' : line.slice(0, 500);
}

/** Returns the iterator of a response stream. A host may return a promise by mistake (`async` instead of `async *`): its rejection is handled. */
function chunksOf(answer: unknown): AsyncIterator<IContent> {
  if (answer instanceof Promise) answer.catch(() => undefined);
  const iterable = answer as Partial<AsyncIterable<IContent>> | null | undefined;
  const begin = iterable?.[Symbol.asyncIterator];
  if (begin !== undefined) return begin.call(iterable);
  throw new TypeError(
    `generateChatCompletion: expected an async iterable of entries, such as an async generator (async *), got ${describeValue(answer)}`,
  );
}
