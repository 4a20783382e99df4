import type { DensityConfig } from '@palimpsest/core-types';
import type { ModelStrategyOptions } from '@palimpsest/snapshot';
import { HighDensityStrategy as HighDensity } from '@palimpsest/strategy-high-density';
import type { HighDensityOptions } from '@palimpsest/strategy-high-density';
import { MiddleOutStrategy as MiddleOut } from '@palimpsest/strategy-middle-out';
import { OneShotStrategy as OneShot } from '@palimpsest/strategy-one-shot';
import { TopDownTruncationStrategy as TopDown } from '@palimpsest/strategy-top-down-truncation';
import type { CompressionStrategy, DensityResult } from './types/compression.ts';
import type { HistoryEntry } from './types/content.ts';

// The same classes, cast to the host's types. Each returned entry is an input entry, a changed copy of one, or a new summary with text blocks
// only.

export interface HighDensityStrategy extends CompressionStrategy {
  optimize(history: readonly HistoryEntry[], config: DensityConfig): DensityResult;
}
export const HighDensityStrategy = HighDensity as unknown as new (
  options?: HighDensityOptions,
) => HighDensityStrategy;

export type MiddleOutStrategy = CompressionStrategy;
export const MiddleOutStrategy = MiddleOut as unknown as new (
  options?: ModelStrategyOptions,
) => MiddleOutStrategy;

export type OneShotStrategy = CompressionStrategy;
export const OneShotStrategy = OneShot as unknown as new (
  options?: ModelStrategyOptions,
) => OneShotStrategy;

export type TopDownTruncationStrategy = CompressionStrategy;
export const TopDownTruncationStrategy = TopDown as unknown as new () => TopDownTruncationStrategy;
