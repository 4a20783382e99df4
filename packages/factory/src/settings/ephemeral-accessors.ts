import type { CompressionStrategy, EphemeralAccessors } from '@palimpsest/core-types';
import type { Settings } from './create-settings.ts';
import { resolveCompressionThreshold } from './thresholds.ts';

/**
 * The settings as the accessors of a compression context, each reading live.
 *
 * @param strategy who compresses, asked at every read; its declared threshold holds while nobody set another
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
    // Strategies have tails of their own while nobody set another.
    preserveThreshold: () => settings.explicit('compression-preserve-threshold'),
    topPreserveThreshold: () => settings.get('compression-top-preserve-threshold'),
    compressionProfile: () => settings.get('compression.profile'),
    densityCompressHeadroom: () => settings.get('compression.density.compressHeadroom'),
    densityKeepHumanText: () => settings.get('compression.density.keepHumanText'),
  };
}
