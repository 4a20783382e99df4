import type { IContent } from '@palimpsest/core-types';
import type { ParseCache } from '../parts/parse-cache.ts';
import type { Part } from '../parts/parts.ts';
import { type Skeleton, chooseSkeleton } from '../parts/skeletons.ts';
import type { Role } from '../ranking/unit-index.ts';
import type { RetentionClass } from '../required/retention-class.ts';
import type { EditedLines } from '../value/values.ts';
import type { SalienceWeights } from '../value/weights.ts';

/** Input of a selection. */
export interface SelectionInput {
  readonly history: readonly IContent[];
  readonly parts: readonly (readonly Part[])[];
  /** Lines of files that edits changed. @default none */
  readonly edited?: EditedLines | undefined;
  readonly retentionClasses: readonly RetentionClass[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  /** Tokens per character of prose. Independent of the history, so that a text that fits once fits again (law 6). */
  readonly proseRate: number;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Whether adjacent entries of which nothing is kept are merged into one gap marker. */
  readonly mergesOmitted: boolean;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** One attempt to meet the target. */
export interface SelectionOptions extends Budget {
  /**
   * `ordinary`: selects from ordinary content and the assistant text that the newest request answers. `human`: also reduces user text,
   * keeps that assistant text whole, and keeps only required units of ordinary content. `answer`: like `human`, but reduces that assistant
   * text too.
   */
  readonly from: 'ordinary' | 'human' | 'answer';
  /** Factor from 0 to 1 for the maximum tokens of directives. */
  readonly directiveShare: number;
  /** Maximum share of the target for lines that state outcomes. */
  readonly outcomeShare: number;
}

/** Returns whether an attempt may reduce entries of a class. */
export function isReducible(retention: RetentionClass, from: SelectionOptions['from']): boolean {
  if (retention === 'answer') return from !== 'human';
  return retention === 'ordinary' || (retention === 'human' && from !== 'ordinary');
}

/** Returns the reducible texts of a role, oldest first. */
export function reducibleParts(
  { parts, retentionClasses }: SelectionInput,
  role: Role,
  from: SelectionOptions['from'],
): Part[] {
  return parts.flatMap((of, at) =>
    isReducible(retentionClasses[at]!, from)
      ? of.filter((part) => part.role === role && !part.isSettled)
      : [],
  );
}

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
