import type { CompressionStrategy } from '@palimpsest/core-types';
import type { Settings } from './create-settings.ts';

/**
 * Share of the context window at which `compress` is due: as set, else what a threshold strategy declares, else 0.85. The share a
 * continuous strategy declares gates `optimize` only (REQ-HD-001.10).
 */
export function resolveCompressionThreshold(
  settings: Settings,
  { trigger }: Pick<CompressionStrategy, 'trigger'>,
): number {
  const declared = trigger.mode === 'threshold' ? trigger.defaultThreshold : undefined;
  return (
    settings.explicit('compression-threshold') ?? declared ?? settings.get('compression-threshold')
  );
}

/** Share of the context window above which `optimize` runs: as set, else what the strategy declares. */
export function resolveOptimizeThreshold(
  settings: Settings,
  { trigger }: Pick<CompressionStrategy, 'trigger'>,
): number {
  return settings.get('compression.density.optimizeThreshold') ?? trigger.defaultThreshold;
}
