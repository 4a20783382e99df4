import type { CompressionResult, IContent, TokenEstimator } from '@palimpsest/core-types';
import { sentHistory, type Codec } from '@palimpsest/formats';
import { withoutGain } from '@palimpsest/engine/run';
import type { ReadHistory } from './read-messages.ts';

/** The decoded input and its source messages. */
interface Given extends Omit<ReadHistory, 'given'> {
  readonly messages: readonly unknown[];
  readonly codec: Codec;
  readonly tokensBefore: number;
  /** Tokens of the new history, as counted by the engine. */
  readonly counted: number | undefined;
}

interface Written {
  readonly result: CompressionResult;
  readonly after: readonly IContent[];
  readonly encoded: unknown[];
  readonly tokensAfter: number;
}

/** Encodes a strategy's result as messages. Returns the given messages if the result is not smaller. */
export async function writeResult(
  result: CompressionResult,
  given: Given,
  estimateTokens: TokenEstimator,
): Promise<Written> {
  const { messages, history, repairs, codec, tokensBefore } = given;
  const isLog = codec.isLog === true;
  // An empty history does not lead to its log: all records of the log stay.
  const isLost = isLog && history.length === 0;
  const repaired = repairs.length === 0 || isLost ? messages : codec.encode(history);
  const unchanged = { after: history, tokensAfter: tokensBefore, encoded: [...repaired] };
  if (result.kind === 'noop') return { ...unchanged, result };
  const after = result.newHistory;
  const tokens = given.counted ?? (await estimateTokens(after));
  const encoded = codec.encode(isLog ? anchored(after, history, result) : after);
  const sent = sentHistory(after, encoded, codec);
  const tokensAfter = sent === after ? tokens : await estimateTokens(sent);
  if (tokensAfter <= tokensBefore && (isLog || !hasGrown(repaired, encoded))) {
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

/** Returns the entries with a record of the log. If none has one any more, the first entry takes that of what it represents. */
function anchored(
  after: readonly IContent[],
  before: readonly IContent[],
  { metadata: { provenance } }: CompressionResult,
): readonly IContent[] {
  const [first, ...others] = after;
  if (first === undefined || after.some(({ native }) => native !== undefined)) return after;
  const source = before[provenance?.[0]?.sources[0] ?? 0];
  return source === undefined ? after : [{ ...first, native: source.native }, ...others];
}

/** Returns whether the messages take more bytes after compression, as JSON. Skips messages that are in both lists. */
function hasGrown(before: readonly unknown[], after: readonly unknown[]): boolean {
  try {
    return bytesOf(without(after, before)) > bytesOf(without(before, after));
  } catch {
    // A value that JSON cannot express has no size.
    return false;
  }
}

/** Returns the messages that are not in `others`. Codecs return unchanged messages as the same objects, so identity is enough. */
function without(messages: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others);
  return messages.filter((message) => !known.has(message));
}

function bytesOf(messages: readonly unknown[]): number {
  return messages.length + new TextEncoder().encode(JSON.stringify(messages)).length;
}
