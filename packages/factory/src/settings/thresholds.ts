import type { CompressionStrategy } from '@palimpsest/core-types';
import type { Settings } from './create-settings.ts';

/**
 * Returns the share of the context window at which `compress` is due: the explicit setting, else `trigger.defaultThreshold` of a threshold
 * strategy, else the default of the setting. That of a continuous strategy applies to `optimize` only (REQ-HD-001.10).
 */
export function resolveCompressionThreshold(
  settings: Settings,
  { trigger }: Pick<CompressionStrategy, 'trigger'>,
): number {
  const ofStrategy = trigger.mode === 'threshold' ? trigger.defaultThreshold : undefined;
  return (
    settings.explicit('compression-threshold') ??
    ofStrategy ??
    settings.get('compression-threshold')
  );
}

/** Returns the share of the context window above which `optimize` runs: the explicit setting, else the strategy's own. */
export function resolveOptimizeThreshold(
  settings: Settings,
  { trigger }: Pick<CompressionStrategy, 'trigger'>,
): number {
  return settings.get('compression.density.optimizeThreshold') ?? trigger.defaultThreshold;
}
