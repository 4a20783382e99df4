import type {
  CompressionStrategy,
  DensityConfig,
  EphemeralAccessors,
} from '@palimpsest/core-types';
import type { Settings } from './create-settings.ts';

/**
 * Returns the share of the context window at which `compress` is due: the explicit setting, else `trigger.defaultThreshold` of a threshold
 * strategy, else the default of the setting. That of a continuous strategy applies to `optimize` only.
 */
export function resolveCompressionThreshold(
  settings: Settings,
  { trigger }: Pick<CompressionStrategy, 'trigger'>,
): number {
  const strategyDefault = trigger.mode === 'threshold' ? trigger.defaultThreshold : undefined;
  return (
    settings.explicit('compression-threshold') ??
    strategyDefault ??
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

/** Returns the configuration of `optimize`. Relative paths resolve against the absolute folder `workspaceRoot`. */
export function toDensityConfig(settings: Settings, workspaceRoot: string): DensityConfig {
  return {
    readWritePruning: settings.get('compression.density.readWritePruning'),
    fileDedupe: settings.get('compression.density.fileDedupe'),
    recencyPruning: settings.get('compression.density.recencyPruning'),
    recencyRetention: settings.get('compression.density.recencyRetention'),
    staleReads: settings.get('compression.density.staleReads'),
    workspaceRoot,
  };
}

/**
 * Returns the settings as functions, the form in which a compression context has them. Each reads live.
 *
 * @param strategy the compressing strategy, evaluated on every read; its declared threshold applies while none is set
 */
export function toEphemeralAccessors(
  settings: Settings,
  strategy?: () => Pick<CompressionStrategy, 'trigger'>,
): Required<EphemeralAccessors> {
  return {
    compressionThreshold: () =>
      strategy === undefined
        ? settings.get('compression-threshold')
        : resolveCompressionThreshold(settings, strategy()),
    contextLimit: () => settings.get('context-limit'),
    // Undefined while not set: strategies have their own default tails.
    preserveThreshold: () => settings.explicit('compression-preserve-threshold'),
    topPreserveThreshold: () => settings.get('compression-top-preserve-threshold'),
    compressionProfile: () => settings.get('compression.profile'),
    densityCompressHeadroom: () => settings.get('compression.density.compressHeadroom'),
    densityKeepHumanText: () => settings.get('compression.density.keepHumanText'),
  };
}
