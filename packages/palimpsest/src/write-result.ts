import type {
  CompressionResult,
  CompressionStrategy,
  HumanTextPolicy,
  IContent,
  TokenEstimator,
} from '@palimpsest/core-types';
import { getCodec, sentHistory, type FormatName } from '@palimpsest/formats';
import { assertInvariants } from '@palimpsest/history';
import { hasGrown } from './has-grown.ts';
import type { ReadHistory } from './read-messages.ts';
import { withoutGain } from './without-gain.ts';

/** What was read, and from what. */
export interface Given extends ReadHistory {
  readonly messages: readonly unknown[];
  readonly format: FormatName;
  readonly tokensBefore: number;
}

/** What a strategy made as messages, with the tokens that are sent. */
export interface Written {
  readonly result: CompressionResult;
  readonly after: readonly IContent[];
  readonly encoded: unknown[];
  readonly tokensAfter: number;
}

/** What a result is judged and counted by. */
export interface ResultRules {
  readonly strategy: CompressionStrategy;
  readonly humanText: HumanTextPolicy;
  readonly longHumanText?: number | undefined;
  readonly estimateTokens: TokenEstimator;
  readonly pinned?: ((entry: IContent) => boolean) | undefined;
}

/** Writes what a strategy made as messages; those that were given where these are no smaller. */
export async function writeResult(
  result: CompressionResult,
  given: Given,
  { strategy, humanText, longHumanText, estimateTokens, pinned }: ResultRules,
): Promise<Written> {
  const { messages, history, repairs, format, tokensBefore } = given;
  const codec = getCodec(format);
  const unchanged = { after: history, tokensAfter: tokensBefore };
  if (result.kind === 'noop') return { ...unchanged, result, encoded: codec.encode(history) };
  const after = result.newHistory;
  const tokens = await estimateTokens(after);
  assertInvariants({
    strategy: strategy.name,
    humanText,
    longHumanText,
    before: history,
    result,
    tokensBefore,
    tokensAfter: tokens,
    pinned,
  });
  const encoded = codec.encode(isLog(format) ? anchored(after, history, result) : after);
  const sent = sentHistory(after, encoded, codec);
  const tokensAfter = sent === after ? tokens : await estimateTokens(sent);
  const repaired = repairs.length === 0 ? messages : codec.encode(history);
  if (tokensAfter <= tokensBefore && !hasGrown(repaired, encoded)) {
    return { result, after, encoded, tokensAfter };
  }
  const noop = withoutGain(result, { tokens: tokensBefore, entries: history.length });
  return { ...unchanged, result: noop, encoded: [...repaired] };
}

function isLog(format: FormatName): boolean {
  return format === 'claude-code' || format === 'codex';
}

/** A log is written back to its records: where no entry is one of them any more, the first takes the place of what it stands for. */
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
