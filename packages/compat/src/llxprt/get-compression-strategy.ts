import type { CompressionStrategy as RegisteredStrategy } from '@palimpsest/core-types';
import { parseCompressionStrategyName as parseName } from '@palimpsest/factory/settings';
import {
  HighDensityStrategy,
  MiddleOutStrategy,
  OneShotStrategy,
  TopDownTruncationStrategy,
} from './strategies.ts';
import type { CompressionStrategy, CompressionStrategyName } from './types/compression.ts';

/** Default strategy of llxprt-code. */
export const DEFAULT_COMPRESSION_STRATEGY: CompressionStrategyName = 'middle-out';

const CLASSIC: Readonly<Record<CompressionStrategyName, () => CompressionStrategy>> = {
  'middle-out': () => new MiddleOutStrategy(),
  'top-down-truncation': () => new TopDownTruncationStrategy(),
  'one-shot': () => new OneShotStrategy(),
  'high-density': () => new HighDensityStrategy(),
};

/** Resolves strategy names, as the registries of `@palimpsest/factory` do. */
export interface StrategySource {
  resolve(name: string): RegisteredStrategy;
}

/**
 * Returns the name if it is in `registered`, or without that list in `COMPRESSION_STRATEGIES`.
 *
 * @throws {UnknownStrategyError} for any other name
 */
export function parseCompressionStrategyName(name: string): CompressionStrategyName;
export function parseCompressionStrategyName(name: string, registered: readonly string[]): string;
export function parseCompressionStrategyName(name: string, registered?: readonly string[]): string {
  return parseName(name, registered);
}

/**
 * Returns the strategy with this name: one of `COMPRESSION_STRATEGIES`, or any strategy of the registry if one is passed.
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
