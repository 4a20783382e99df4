import type { IContent } from '@palimpsest/core-types';
import type { SalienceWeights } from '@palimpsest/salience';
import type { Part } from './parts.ts';
import type { ParseCache } from './parse-cache.ts';
import type { RetentionClass } from './retention-class.ts';

/** Input of a selection. */
export interface SelectionInput {
  readonly history: readonly IContent[];
  readonly parts: readonly (readonly Part[])[];
  readonly standings: readonly RetentionClass[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  /** Tokens per character of prose, independent of the history. */
  readonly proseRate: number;
  readonly memory: ParseCache;
  readonly weights: SalienceWeights;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Whether adjacent entries without content are merged into one marker. */
  readonly folds: boolean;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** Tokens per character of each entry's texts. */
export interface Rates {
  /** Rate of text only. In an entry with images, which have their own cost, the average of the other entries. */
  readonly text: (at: number) => number;
  /** Rate of all content, images included. */
  readonly whole: (at: number) => number;
}

/** Estimates rates from the tokens of the entries. */
export function estimateTokenRates({ history, parts, tokens }: SelectionInput): Rates {
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
