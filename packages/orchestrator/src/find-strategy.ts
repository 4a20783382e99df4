import { PalimpsestError, type CompressionStrategy } from '@palimpsest/core-types';
import type { StrategySource } from './strategy-source.ts';

/** The strategy of that name, where somebody registered one. */
export function findStrategy(
  strategies: StrategySource,
  name: string,
): CompressionStrategy | undefined {
  try {
    return strategies.resolve(name);
  } catch (error) {
    if (PalimpsestError.isInstance(error) && error.code === 'UNKNOWN_STRATEGY') return undefined;
    throw error;
  }
}
