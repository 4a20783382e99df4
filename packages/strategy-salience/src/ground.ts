import type { IContent } from '@palimpsest/core-types';
import type { SalienceWeights } from '@palimpsest/salience';
import type { Part } from './parts.ts';
import type { ReadingMemory } from './reading-memory.ts';
import type { Standing } from './standing.ts';

/** What a selection is made from. */
export interface Ground {
  readonly history: readonly IContent[];
  readonly parts: readonly (readonly Part[])[];
  readonly standings: readonly Standing[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  readonly memory: ReadingMemory;
  readonly weights: SalienceWeights;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
}

/** Tokens of a character of an entry. */
export function rateOf({ parts, tokens }: Pick<Ground, 'parts' | 'tokens'>, at: number): number {
  let length = 1;
  for (const { reading } of parts[at]!) length += reading.source.length;
  return Math.min(100, Math.max(0.001, tokens[at]! / length));
}
