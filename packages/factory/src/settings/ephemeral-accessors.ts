import type { CompressionStrategy, EphemeralAccessors } from '@palimpsest/core-types';
import type { Settings } from './create-settings.ts';
import { resolveCompressionThreshold } from './thresholds.ts';

/**
 * Returns the settings as accessors of a compression context. Each accessor reads live.
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
