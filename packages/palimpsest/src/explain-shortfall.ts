import type { CompressionResult, IContent, TokenEstimator } from '@palimpsest/core-types';
import type { OverheadTokens } from '@palimpsest/formats';
import { countParts, createIsProtected } from '@palimpsest/engine/history';

/** Tokens that no strategy may remove, by part. */
export interface IrreducibleTokens {
  /** System text of the body and of system messages. */
  readonly system: number;
  /** Tool definitions. */
  readonly tools: number;
  /** Pinned messages. */
  readonly pinned: number;
  /** Preserved tail. */
  readonly tail: number;
}

/** Why the result misses the target. */
export interface Shortfall {
  readonly irreducible: IrreducibleTokens;
  readonly reason: string | undefined;
}

export interface MissedTarget {
  readonly history: readonly IContent[];
  readonly result: CompressionResult;
  /** `undefined` for messages without a body. */
  readonly overhead: OverheadTokens | undefined;
  readonly pinned: ((entry: IContent) => boolean) | undefined;
  /** Target of the whole request, in tokens. */
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
}

const ENTRY_PARTS = ['system', 'pinned', 'tail', 'others'] as const;

/** Explains a missed target: names every irreducible part when together they exceed the target, and adds the strategy's reason. */
export async function explainShortfall({
  history,
  result,
  overhead,
  pinned,
  targetTokens,
  estimateTokens,
}: MissedTarget): Promise<Shortfall> {
  const tailStart = history.length - readTailLength(result, history.length);
  const isProtected = createIsProtected(pinned);
  const { others, ...counted } = await countParts(history, ENTRY_PARTS, {
    estimateTokens,
    partOf(entry, index) {
      if (entry.speaker === 'system') return 'system';
      if (isProtected(entry)) return 'pinned';
      return index >= tailStart ? 'tail' : 'others';
    },
  });
  const { system = 0, tools = 0 } = overhead ?? {};
  const irreducible = {
    system: system + counted.system,
    tools,
    pinned: counted.pinned,
    tail: counted.tail,
  };
  const irreducibleTokens = irreducible.system + tools + counted.pinned + counted.tail;
  const reasons: string[] = [];
  if (irreducibleTokens > targetTokens) {
    const subject = overhead === undefined ? 'the messages' : 'the request';
    const target = `${formatCount(targetTokens)} ${targetTokens === 1 ? 'token' : 'tokens'}`;
    reasons.push(`${subject} cannot get under ${target}: ${listParts(irreducible)}`);
  } else if (overhead !== undefined) {
    reasons.push(`the request holds ${listParts({ ...irreducible, others })}`);
  }
  const { shortfallReason } = result.metadata;
  if (shortfallReason !== undefined) reasons.push(shortfallReason);
  return { irreducible, reason: reasons.length === 0 ? undefined : reasons.join('; ') };
}

/** Returns the number of entries in the preserved tail, as the strategy reports it. */
function readTailLength(result: CompressionResult, length: number): number {
  if (result.kind === 'applied') return result.metadata.bottomPreserved ?? 0;
  return result.reason === 'tail-covers-all' ? length : 0;
}

const PART_NAMES = {
  system: 'system',
  tools: 'tools',
  pinned: 'pinned messages',
  tail: 'newest messages',
  others: 'other messages',
} as const;

/** Lists every non-empty part with its tokens. */
function listParts(parts: Readonly<Partial<Record<keyof typeof PART_NAMES, number>>>): string {
  const names = Object.keys(PART_NAMES) as (keyof typeof PART_NAMES)[];
  return names
    .filter((name) => (parts[name] ?? 0) > 0)
    .map((name) => `${PART_NAMES[name]} ${formatCount(parts[name] ?? 0)}`)
    .join(', ');
}

function formatCount(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
