import type { CompressionStrategy } from '@palimpsest/core-types';

/** Strategies by name, as a registry of `@palimpsest/factory` has them. */
export interface StrategySource {
  /** Throws `UnknownStrategyError` for a name nobody registered. */
  resolve(name: string): CompressionStrategy;
}
