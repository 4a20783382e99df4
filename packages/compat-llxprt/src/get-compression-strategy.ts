import type { CompressionStrategy as RegisteredStrategy } from '@palimpsest/core-types';
import { parseCompressionStrategyName as parseName } from '@palimpsest/factory/settings';
import {
  HighDensityStrategy,
  MiddleOutStrategy,
  OneShotStrategy,
  TopDownTruncationStrategy,
} from './strategies.ts';
import type { CompressionStrategy, CompressionStrategyName } from './types/compression.ts';

/** The strategy of llxprt-code while nobody chooses one (REQ-CS-008). */
export const DEFAULT_COMPRESSION_STRATEGY: CompressionStrategyName = 'middle-out';

const CLASSIC: Readonly<Record<CompressionStrategyName, () => CompressionStrategy>> = {
  'middle-out': () => new MiddleOutStrategy(),
  'top-down-truncation': () => new TopDownTruncationStrategy(),
  'one-shot': () => new OneShotStrategy(),
  'high-density': () => new HighDensityStrategy(),
};

/** Where strategies are found by name; the registries of `@palimpsest/factory` are such. */
export interface StrategySource {
  resolve(name: string): RegisteredStrategy;
}

/**
 * Returns a name if it is one of `COMPRESSION_STRATEGIES`, or of `registered` where that is given (REQ-CS-001).
 *
 * @throws {UnknownStrategyError} for any other name
 */
export function parseCompressionStrategyName(name: string): CompressionStrategyName;
export function parseCompressionStrategyName(name: string, registered: readonly string[]): string;
export function parseCompressionStrategyName(name: string, registered?: readonly string[]): string {
  return parseName(name, registered);
}

/**
 * The strategy of that name: one of `COMPRESSION_STRATEGIES`, or with a registry any that is registered there (REQ-CS-001).
 *
 * @throws {UnknownStrategyError} for any other name
 */
export function getCompressionStrategy(name: string): CompressionStrategy;
export function getCompressionStrategy(name: string, registry: StrategySource): RegisteredStrategy;
export function getCompressionStrategy(
  name: string,
  registry?: StrategySource,
): CompressionStrategy | RegisteredStrategy {
  if (registry !== undefined) return registry.resolve(name);
  return CLASSIC[parseCompressionStrategyName(name)]();
}
