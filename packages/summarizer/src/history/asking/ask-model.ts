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
import { isTransientCompressionError } from '../is-transient.ts';
import { parseResponse, type ParsedResponse } from './parse-response.ts';

/** Calls one model and records its token usage. */
export interface Asker {
  /** @throws {EmptySummaryError} when the response has no visible text; {CompressionExecutionError} when the call fails */
  ask(contents: readonly IContent[], signal?: AbortSignal): Promise<ParsedResponse>;
  /** One record per started call, including failed ones. */
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

/** Matches a visible character. A response without one is empty. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export function createAsker(model: ResolvedModel, options: AskOptions): Asker {
  const calls: { usage?: UsageStats }[] = [];
  return {
    calls,
    async ask(contents, signal) {
      const signals = [options.signal, signal].filter((one) => one !== undefined);
      const either = signals.length === 0 ? undefined : AbortSignal.any(signals);
      either?.throwIfAborted();
      const call: (typeof calls)[number] = {};
      calls.push(call);
      const answer = await askModel(model, contents, { ...options, signal: either });
      const { text, usage, ...facts } = answer;
      if (usage !== undefined) call.usage = usage;
      const parsed = parseResponse(text);
      if (SEEN.test(parsed.text)) return parsed;
      const thinkingBlockCount = facts.blockTypeCounts['thinking'];
      throw new EmptySummaryError(options.strategy, {
        ...facts,
        ...defined({ thinkingBlockCount }),
      });
    },
  };
}

/** A model response with its token usage. */
export interface ModelAnswer {
  readonly text: string;
  readonly usage?: UsageStats;
  readonly finishReason?: string;
  readonly stopReason?: string;
  /** Number of blocks per type: a response without text may consist of reasoning. */
  readonly blockTypeCounts: Readonly<Record<string, number>>;
}

export interface AskOptions {
  /** Name of the calling strategy, for errors. */
  readonly strategy: string;
  readonly profile?: string | undefined;
  /** Time limit of a call, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Size at which reading stops: UTF-16 units of text and reasoning, plus 1 per chunk. Longer responses are runaway output. */
const MAX_SIZE = 400_000;

/**
 * Calls a model once and reads the whole response.
 *
 * @throws the reason of `signal` when it aborts; a {CompressionStrategyError} of the provider unchanged; {CompressionExecutionError} when the
 * call fails otherwise
 */
export async function askModel(
  { provider, ...rest }: ResolvedModel,
  contents: readonly IContent[],
  { strategy, profile, timeoutMs, signal }: AskOptions,
): Promise<ModelAnswer> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new AnswerTimeout(timeoutMs)), timeoutMs);
  const stop = (): void => limit.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const received: Received = { text: '', size: 0, blockTypeCounts: {}, facts: {} };
  let chunks: AsyncIterator<IContent> | undefined;
  let isDone = false;
  try {
    chunks = chunksOf(provider.generateChatCompletion({ ...rest, contents, signal: limit.signal }));
    while (received.size <= MAX_SIZE) {
      const next = await rejectOnAbort(chunks.next(), limit.signal);
      isDone = next.done === true;
      if (next.done === true) break;
      addChunk(received, next.value);
    }
    const { text, blockTypeCounts, facts } = received;
    return { text, blockTypeCounts, ...facts };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof CompressionStrategyError) throw error;
    const { length } = received.text;
    const said = length > 0 ? ` (after ${length} characters of the response)` : '';
    throw new CompressionExecutionError(strategy, `${messageOf(error)}${said}`, {
      isTransient: error instanceof AnswerTimeout || isTransientCompressionError(error),
      cause: error,
      ...(profile === undefined ? {} : { profile }),
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // Closes the stream without waiting: the model may hang. Later errors are ignored.
    if (!isDone) void (async () => chunks?.return?.())().catch(() => undefined);
  }
}

class AnswerTimeout extends Error {
  constructor(milliseconds: number) {
    super(`no complete response within ${milliseconds} ms`);
  }
}

/** What was received of a response so far. */
interface Received {
  text: string;
  /** UTF-16 units of text and reasoning, plus 1 per chunk: empty chunks take time too. */
  size: number;
  lastType?: string;
  readonly blockTypeCounts: Record<string, number>;
  facts: Pick<ModelAnswer, 'usage' | 'finishReason' | 'stopReason'>;
}

function addChunk(received: Received, { blocks, metadata }: IContent): void {
  received.size += 1;
  for (const block of blocks) {
    const { lastType, blockTypeCounts } = received;
    blockTypeCounts[block.type] = (blockTypeCounts[block.type] ?? 0) + 1;
    if (block.type === 'text') {
      if (typeof block.text !== 'string')
        throw new TypeError('expected a string in a text block of the response');
      // Separates text after a block of another type from the text before it.
      const isResumed = lastType !== undefined && lastType !== 'text' && received.text !== '';
      received.text += isResumed ? ` ${block.text}` : block.text;
      received.size += block.text.length;
    } else if (block.type === 'thinking' && typeof block.thought === 'string') {
      received.size += block.thought.length;
    }
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

/**
 * Returns the iterator of a response stream. A host may return a promise by mistake (`async` instead of `async *`): its
 * rejection is handled here.
 */
function chunksOf(answer: unknown): AsyncIterator<IContent> {
  if (answer instanceof Promise) answer.catch(() => undefined);
  const iterable = answer as Partial<AsyncIterable<IContent>> | null | undefined;
  const begin = iterable?.[Symbol.asyncIterator];
  if (begin !== undefined) return begin.call(iterable);
  throw new TypeError(
    `generateChatCompletion: expected an async iterable of entries, such as an async generator (async *), got ${describeValue(answer)}`,
  );
}
