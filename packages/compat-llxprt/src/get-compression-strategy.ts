import type { COMPRESSION_STRATEGIES, CompressionStrategy } from '@palimpsest/core-types';
import { parseCompressionStrategyName } from '@palimpsest/factory/settings';
import { HighDensityStrategy } from '@palimpsest/strategy-high-density';
import { MiddleOutStrategy } from '@palimpsest/strategy-middle-out';
import { OneShotStrategy } from '@palimpsest/strategy-one-shot';
import { TopDownTruncationStrategy } from '@palimpsest/strategy-top-down-truncation';

type ClassicName = (typeof COMPRESSION_STRATEGIES)[number];

/** The strategy of llxprt-code while nobody chooses one (REQ-CS-008). */
export const DEFAULT_COMPRESSION_STRATEGY: ClassicName = 'middle-out';

const CLASSIC: Readonly<Record<ClassicName, () => CompressionStrategy>> = {
  'middle-out': () => new MiddleOutStrategy(),
  'top-down-truncation': () => new TopDownTruncationStrategy(),
  'one-shot': () => new OneShotStrategy(),
  'high-density': () => new HighDensityStrategy(),
};

/** Where strategies are found by name; the registries of `@palimpsest/factory` are such. */
export interface StrategySource {
  resolve(name: string): CompressionStrategy;
}

/**
 * The strategy of that name: one of `COMPRESSION_STRATEGIES`, or with a registry any that is registered there (REQ-CS-001).
 *
 * @throws {UnknownStrategyError} for any other name
 */
export function getCompressionStrategy(
  name: string,
  registry?: StrategySource,
): CompressionStrategy {
  if (registry !== undefined) return registry.resolve(name);
  return CLASSIC[parseCompressionStrategyName(name) as ClassicName]();
}
