import {
  CompressionProfileNotFoundError,
  type CompressionContext,
  type ProviderResolver,
} from '@palimpsest/core-types';
import type { CompressOptions } from './compress-options.ts';

/** Returns what strategies get in addition to the history: models, tasks, services. */
export function modelFacts({
  model,
  activeTodos,
  transcriptPath,
  services,
}: CompressOptions): Pick<
  CompressionContext,
  'resolveProvider' | 'activeTodos' | 'transcriptPath' | 'services'
> {
  return {
    ...(model === undefined ? {} : { resolveProvider: resolverOf(model) }),
    ...(activeTodos === undefined ? {} : { activeTodos }),
    ...(transcriptPath === undefined ? {} : { transcriptPath }),
    ...(services === undefined ? {} : { services }),
  };
}

function resolverOf(model: NonNullable<CompressOptions['model']>): ProviderResolver {
  if (typeof model === 'function') return model;
  return (profile) => {
    if (profile === undefined) return model;
    const reason = 'the option "model" is one model; give a function to find models by profile';
    throw new CompressionProfileNotFoundError(profile, reason);
  };
}
