import {
  defined,
  type CompressionResult,
  type CompressionStrategyName,
  type DroppedCounts,
  type NoopReason,
  type Repair,
} from '@palimpsest/core-types';
import type { FormatName, OverheadTokens } from '@palimpsest/formats';
import { findFirstChange } from '@palimpsest/engine/history';
import type { IrreducibleTokens, Shortfall } from './explain-shortfall.ts';

/**
 * Figures of one compression. Tokens come from the estimator in use and include the overhead of a body. Message counts are those of the
 * input format.
 */
export interface CompressReport {
  readonly strategy: CompressionStrategyName;
  readonly format: FormatName;
  readonly kind: 'applied' | 'noop';
  /** Why nothing changed. */
  readonly reason?: NoopReason;
  /** Set if the strategy compressed the originals of these messages instead of the messages. */
  readonly startedFrom?: 'originals';
  /** Tokens of these originals. */
  readonly originalTokens?: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly targetTokens: number;
  /** Tokens of a body's system text and tool definitions. All other figures include them; they never change. Absent without a body. */
  readonly overhead?: OverheadTokens;
  /** Number of entries added to state what was removed, or to separate roles. Absent if 0. */
  readonly notes?: number;
  /** Tokens by which the result misses the target. */
  readonly shortfallTokens?: number;
  readonly shortfallReason?: string;
  /** Irreducible tokens by part. Set if the target was missed. */
  readonly irreducible?: IrreducibleTokens;
  /** Index of the first message that differs from the input. A provider's cache stays valid before it. */
  readonly firstChangedIndex?: number;
  readonly dropped: DroppedCounts;
  /** Repairs made to the input, or to the originals, before compression. `index` counts entries; `detail` describes the defect. */
  readonly repaired: readonly Repair[];
}

export interface CompressResult<Message> {
  /** Messages in the input format. Unchanged messages are the same objects; the input array never changes. */
  readonly messages: Message[];
  readonly report: CompressReport;
}

export interface CompressedBody<Body> {
  /** The body with the new messages. All other members keep their values and order. The same object if nothing changed. */
  readonly body: Body;
  readonly report: CompressReport;
}

/** Result type for a body. A value of type `any` may also be a list of messages, and counts as one. */
export type CompressedBodyOf<Body> = 0 extends 1 & Body
  ? CompressResult<Body>
  : CompressedBody<Body>;

export interface ReportParts {
  readonly format: FormatName;
  readonly result: CompressionResult;
  readonly repairs: readonly Repair[];
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Set if compression started from originals. */
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
  return {
    strategy: strategyUsed,
    format,
    kind: result.kind,
    ...(result.kind === 'noop' && { reason: result.reason }),
    ...(originalTokens !== undefined && { startedFrom: 'originals', originalTokens }),
    tokensBefore,
    tokensAfter,
    messagesBefore: before.length,
    messagesAfter: after.length,
    targetTokens,
    ...(overhead !== undefined && overhead.system + overhead.tools > 0 && { overhead }),
    ...(notes > 0 && { notes }),
    ...(shortfallTokens > 0 && { shortfallTokens, ...defined({ shortfallReason, irreducible }) }),
    // Codecs return unchanged messages as the same objects.
    ...defined({ firstChangedIndex: findFirstChange(before, after) }),
    dropped: withLostResults(dropped ?? {}, repairs),
    repaired: repairs,
  };
}

/** Adds the results that repairs removed: those without a call, and the earlier of two. */
function withLostResults(dropped: DroppedCounts, repairs: readonly Repair[]): DroppedCounts {
  const lost = repairs
    .flatMap(({ removed = [] }) => removed)
    .filter(({ type }) => type === 'tool_response').length;
  return lost === 0 ? dropped : { ...dropped, toolResults: (dropped.toolResults ?? 0) + lost };
}
