import type {
  CompressionResult,
  CompressionStrategyName,
  DroppedCounts,
  NoopReason,
  Repair,
} from '@palimpsest/core-types';
import type { FormatName, OverheadTokens } from '@palimpsest/formats';
import type { IrreducibleTokens, Shortfall } from './explain-shortfall.ts';

/** What a compression did, in figures. Tokens are those of the estimator that was used, of a body with its overhead; messages are those of the format. */
export interface CompressReport {
  readonly strategy: CompressionStrategyName;
  readonly format: FormatName;
  readonly kind: 'applied' | 'noop';
  /** Why nothing happened. */
  readonly reason?: NoopReason;
  /** Set where the strategy was not given these messages, but what they were before earlier compressions. */
  readonly startedFrom?: 'originals';
  /** Tokens of what they were. */
  readonly originalTokens?: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly targetTokens: number;
  /** Tokens of the system text and the tool definitions of a body: part of all other figures, and never changed. Absent where there are none. */
  readonly overhead?: OverheadTokens;
  /** Messages that were added to say what was left out, or to hold roles apart. Absent where there is none. */
  readonly notes?: number;
  /** By how many tokens the target was missed, and what stood in the way. */
  readonly shortfallTokens?: number;
  readonly shortfallReason?: string;
  /** Where the target was missed: what may not change, by part. */
  readonly irreducible?: IrreducibleTokens;
  /** The first message that is not the input's; a provider's cache still holds everything before it. */
  readonly firstChangedIndex?: number;
  readonly dropped: DroppedCounts;
  /** What was broken in the input, or in the originals it started from, and had to be mended first. `index` counts entries, `detail` says what it was. */
  readonly repaired: readonly Repair[];
}

export interface ReportParts {
  readonly format: FormatName;
  readonly result: CompressionResult;
  readonly repairs: readonly Repair[];
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Set where it started from originals. */
  readonly originalTokens?: number;
  readonly overhead: OverheadTokens | undefined;
  readonly shortfall?: Shortfall;
}

export function makeReport({
  format,
  result,
  repairs,
  before,
  after,
  tokensBefore,
  tokensAfter,
  targetTokens,
  originalTokens,
  overhead,
  shortfall,
}: ReportParts): CompressReport {
  const { strategyUsed, dropped, provenance = [] } = result.metadata;
  const { reason: shortfallReason, irreducible } = shortfall ?? {};
  const isApplied = result.kind === 'applied';
  const notes = isApplied ? provenance.filter(({ reason }) => reason === 'notice').length : 0;
  const shortfallTokens = Math.max(0, tokensAfter - targetTokens);
  const firstChangedIndex = firstChange(before, after);
  return {
    strategy: strategyUsed,
    format,
    kind: result.kind,
    ...(result.kind === 'noop' ? { reason: result.reason } : {}),
    ...(originalTokens === undefined ? {} : { startedFrom: 'originals', originalTokens }),
    tokensBefore,
    tokensAfter,
    messagesBefore: before.length,
    messagesAfter: after.length,
    targetTokens,
    ...(overhead === undefined || overhead.system + overhead.tools === 0 ? {} : { overhead }),
    ...(notes === 0 ? {} : { notes }),
    ...(shortfallTokens === 0 ? {} : { shortfallTokens }),
    ...(shortfallTokens === 0 || shortfallReason === undefined ? {} : { shortfallReason }),
    ...(shortfallTokens === 0 || irreducible === undefined ? {} : { irreducible }),
    ...(firstChangedIndex === undefined ? {} : { firstChangedIndex }),
    dropped: dropped ?? {},
    repaired: repairs,
  };
}

/** Codecs hand untouched messages back as the same objects, so identity tells. */
function firstChange(before: readonly unknown[], after: readonly unknown[]): number | undefined {
  const shared = Math.min(before.length, after.length);
  let index = 0;
  while (index < shared && before[index] === after[index]) index += 1;
  return index === before.length && index === after.length ? undefined : index;
}
