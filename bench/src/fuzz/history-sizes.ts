import { historyArbitrary } from '@palimpsest/conformance';
import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Maximum number of pieces in a history, and its weight. Many short histories find more than few long ones. */
const SIZES = [
  [2, 5],
  [4, 4],
  [8, 2],
  [14, 1],
] as const;

/** Difficult histories of all sizes. */
export const histories: fc.Arbitrary<IContent[]> = fc.oneof(
  ...SIZES.map(([maxPieces, weight]) => ({ weight, arbitrary: historyArbitrary({ maxPieces }) })),
);
