import type {
  YieldToEventLoop,
  CompressionResult,
  IContent,
  TokenEstimator,
} from '@palimpsest/core-types';
import { sentHistory, type Codec } from '@palimpsest/formats';
import { withoutGain } from '@palimpsest/engine/run';
import type { ReadHistory } from './read-messages.ts';

/** The input of a compression: messages, and their history. */
interface CompressionInput extends Omit<ReadHistory, 'decoded'> {
  readonly messages: readonly unknown[];
  readonly codec: Codec;
  readonly tokensBefore: number;
  /** Tokens of the new history, as counted by the engine. */
  readonly counted: number | undefined;
  readonly yieldToEventLoop: YieldToEventLoop;
}

interface Written {
  readonly result: CompressionResult;
  readonly after: readonly IContent[];
  readonly encoded: unknown[];
  readonly tokensAfter: number;
}

/** Encodes a strategy's result as messages. Returns the input messages if the result is larger. */
export async function writeResult(
  result: CompressionResult,
  input: CompressionInput,
  estimateTokens: TokenEstimator,
): Promise<Written> {
  const { messages, history, repairs, codec, tokensBefore, yieldToEventLoop } = input;
  const isLog = codec.isLog === true;
  // An empty history does not lead to its log: all records of the log stay.
  const isLost = isLog && history.length === 0;
  const repaired = repairs.length === 0 || isLost ? messages : codec.encode(history);
  const unchanged = { after: history, tokensAfter: tokensBefore, encoded: [...repaired] };
  if (result.kind === 'noop') return { ...unchanged, result };
  const after = result.newHistory;
  const tokens = input.counted ?? (await estimateTokens(after));
  await yieldToEventLoop();
  const encoded = codec.encode(isLog ? withLogRecord(after, history, result) : after);
  await yieldToEventLoop();
  const sent = sentHistory(after, encoded, codec);
  const tokensAfter = sent === after ? tokens : await estimateTokens(sent);
  if (
    tokensAfter <= tokensBefore &&
    (isLog || !(await hasGrown(repaired, encoded, yieldToEventLoop)))
  ) {
    return { result, after, encoded, tokensAfter };
  }
  const noop = withoutGain(result, {
    tokens: tokensBefore,
    entries: history.length,
    targetTokens: result.metadata.targetTokens,
    shortfallReason: 'the messages as they are sent would have become larger',
  });
  return { ...unchanged, result: noop };
}

/** Returns the entries of a log with at least one record of it. If none has one, the first entry takes the record of an entry that it represents. */
function withLogRecord(
  after: readonly IContent[],
  before: readonly IContent[],
  { metadata: { provenance } }: CompressionResult,
): readonly IContent[] {
  const [first, ...others] = after;
  if (first === undefined || after.some(({ native }) => native !== undefined)) return after;
  const source = before[provenance?.[0]?.sources[0] ?? 0];
  return source === undefined ? after : [{ ...first, native: source.native }, ...others];
}

/**
 * Returns whether the messages have more bytes of JSON after compression. Skips messages that are in both lists. Returns `false` if JSON cannot
 * express a message.
 */
async function hasGrown(
  before: readonly unknown[],
  after: readonly unknown[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<boolean> {
  const bytesAfter = await countBytes(without(after, before), yieldToEventLoop);
  return bytesAfter > (await countBytes(without(before, after), yieldToEventLoop));
}

/** Returns the messages that are not in `others`. Codecs return unchanged messages as the same objects, so identity is enough. */
function without(messages: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const excluded = new Set(others);
  return messages.filter((message) => !excluded.has(message));
}

/** Returns the bytes of the messages with their separators; `NaN` if JSON cannot express one. */
async function countBytes(
  messages: readonly unknown[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<number> {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const message of messages) {
    try {
      bytes += 2 + encoder.encode(JSON.stringify(message)).length;
    } catch {
      return Number.NaN;
    }
    await yieldToEventLoop();
  }
  return bytes;
}
