import {
  PalimpsestError,
  type CompressionStrategy,
  type StrategyPlugin,
} from '@palimpsest/core-types';

/** Strategies by name, as a registry of `@palimpsest/factory` has them. */
export interface StrategySource {
  /** Throws `UnknownStrategyError` for a name nobody registered. */
  resolve(name: string): CompressionStrategy;
  /** What strategies declare of people's words. Of those that are not listed nothing is asked but that the newest message survives. */
  plugins?(): readonly Pick<StrategyPlugin, 'name' | 'humanText' | 'longHumanText'>[];
}

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
