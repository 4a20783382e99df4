import type { Part } from '../parts/parts.ts';
import { isReducible, type SelectionInput } from './selection-input.ts';
import { chooseSkeleton, type Skeleton } from '../parts/skeletons.ts';

/** From this share of the reducible tokens on, every term fits, and whole lines count increasingly. */
const PLENTY = 0.25;

/** How a target is divided before units are selected. */
export interface Budget {
  readonly targetTokens: number;
  /** Tokens for all reducible content. */
  readonly availableTokens: number;
  /** What calls keep of their arguments. */
  readonly skeleton: Skeleton;
  /** Tokens for all reducible content, relative to what it has. */
  readonly coverage: number;
  /** Weight of whole lines relative to their terms. */
  readonly lineShare: number;
  readonly rates: Rates;
}

/**
 * Divides a target: retained entries first; calls may use a tenth of the rest; a small budget raises the weight of terms.
 *
 * @param tokensBeyondEntries tokens of the whole history beyond the sum of its entries
 */
export function budgetOf(
  input: SelectionInput,
  targetTokens: number,
  tokensBeyondEntries: number,
): Budget {
  const { parts, retentionClasses, tokens, weights } = input;
  let availableTokens = targetTokens - tokensBeyondEntries;
  let ordinary = 0;
  const calls: Part[] = [];
  for (const [at, retention] of retentionClasses.entries()) {
    if (!isReducible(retention, 'ordinary')) {
      availableTokens -= tokens[at]!;
      continue;
    }
    ordinary += tokens[at]!;
    for (const part of parts[at]!) if (part.role === 'arguments') calls.push(part);
  }
  const { full, ample } = weights.lineShare;
  const coverage = Math.max(0, availableTokens) / Math.max(1, ordinary);
  const rates = estimateTokenRates(input);
  return {
    targetTokens,
    availableTokens,
    coverage,
    rates,
    skeleton: chooseSkeleton(calls, availableTokens, rates.text),
    lineShare: full * Math.min(1, coverage / ample) ** 2 * Math.max(1, coverage / PLENTY),
  };
}

/** Tokens per character of each entry's texts. */
interface Rates {
  /** Rate of text only. In an entry with images, which have their own cost, the average of the other entries. */
  readonly text: (at: number) => number;
  /** Rate of all content, images included. */
  readonly whole: (at: number) => number;
}

/** Estimates rates from the tokens of the entries. */
function estimateTokenRates({ history, parts, tokens }: SelectionInput): Rates {
  const whole = parts.map((of, at) => {
    let length = 1;
    for (const { reading, saved } of of) length += reading.source.length + saved;
    return bounded(tokens[at]! / length);
  });
  const hasMedia = history.map(
    ({ blocks }, at) =>
      blocks.some(({ type }) => type === 'media') ||
      parts[at]!.some(({ part, saved }) => part?.type === 'media' || saved > 0),
  );
  let [spent, characters] = [0, 1];
  for (const [at, of] of parts.entries()) {
    if (hasMedia[at] === true) continue;
    spent += tokens[at]!;
    for (const { reading } of of) characters += reading.source.length;
  }
  const usual = bounded(spent / characters);
  return {
    text: (at) => (hasMedia[at] === true ? Math.min(usual, whole[at]!) : whole[at]!),
    whole: (at) => whole[at]!,
  };
}

function bounded(rate: number): number {
  return Math.min(10_000, Math.max(0.001, rate));
}
