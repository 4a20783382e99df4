import type { IContent } from '@palimpsest/core-types';
import type { SalienceWeights } from '@palimpsest/salience';
import type { Part } from './parts.ts';
import type { ParseCache } from './parse-cache.ts';
import type { RetentionClass } from './retention-class.ts';

/** What a selection is made from. */
export interface SelectionInput {
  readonly history: readonly IContent[];
  readonly parts: readonly (readonly Part[])[];
  readonly standings: readonly RetentionClass[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  /** Tokens of a character of prose, whatever the history says. */
  readonly proseRate: number;
  readonly memory: ParseCache;
  readonly weights: SalienceWeights;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Whether neighbours of which nothing is left go behind one mark. */
  readonly folds: boolean;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** What a character of the texts of each entry costs, in tokens. */
export interface Rates {
  /** Of text; beside pictures, which cost tokens of their own, what it costs elsewhere. */
  readonly text: (at: number) => number;
  /** Of all there is in an entry, pictures too. */
  readonly whole: (at: number) => number;
}

/** Reckons rates from what the entries cost. */
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
