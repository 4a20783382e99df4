import type { Settings } from '@palimpsest/factory/settings';
import type { CachePrices } from '../economics/prices.ts';

/** Share of the tokens a compression can move that it leaves, given how many they are. */
export type Headroom = (movableTokens: number) => number;

/** No compression leaves less than so many tokens for the sake of prices: there is little to save, and much to lose. */
const LEAST_TOKENS = 8_000;

/** Each compression that prices suggest rewrites what it leaves, so it leaves less; what somebody set holds either way. */
export function headroomFor(settings: Settings, prices: CachePrices | undefined): Headroom {
  const usual = settings.get('compression.density.compressHeadroom');
  const isSet = settings.explicit('compression.density.compressHeadroom') !== undefined;
  if (prices === undefined || isSet) return () => usual;
  const economic = settings.get('compression.economicHeadroom');
  return (movable) => Math.max(economic, Math.min(usual, LEAST_TOKENS / Math.max(1, movable)));
}
