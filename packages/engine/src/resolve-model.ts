import {
  CompressionStrategyError,
  rejectOnAbort,
  type CompressionContext,
  type ModelProvider,
  type ResolvedModel,
  type Services,
} from '@palimpsest/core-types';

/**
 * Returns the model of a compression: the one that the context resolves for its profile, else the service `model`. Passes on errors of a
 * resolver unchanged (REQ-CS-006A).
 *
 * @throws {CompressionStrategyError} `NO_MODEL` when there is none
 */
export async function resolveModel(
  strategy: string,
  { resolveProvider, runtimeContext, signal }: CompressionContext,
  { model }: Services,
): Promise<ResolvedModel & { readonly profile?: string }> {
  const profile = runtimeContext.ephemerals.compressionProfile?.();
  const resolve = resolveProvider ?? (typeof model === 'function' ? model : undefined);
  const found =
    resolve === undefined
      ? (model as ModelProvider | ResolvedModel | undefined)
      : await rejectOnAbort(resolve(profile), signal);
  if (!isModel(found)) throw noModel(strategy, profile);
  return {
    ...(isProvider(found) ? { provider: found } : found),
    ...(profile === undefined ? {} : { profile }),
  };
}

/** Returns the error of a strategy that needs a model and has none. */
export function noModel(strategy: string, profile?: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `Strategy "${strategy}" needs a model: pass "model" to compress() or when you create the strategy, or "resolveProvider" in the context or to createOrchestrator(), as a provider with generateChatCompletion; or choose a strategy without a model.`,
    'NO_MODEL',
    { strategy, ...(profile === undefined ? {} : { profile }) },
  );
}

/** Returns whether a value is a provider, or an object with one. */
export function isModel(value: unknown): value is ModelProvider | ResolvedModel {
  if (isProvider(value)) return true;
  return (
    typeof value === 'object' && value !== null && 'provider' in value && isProvider(value.provider)
  );
}

/** Returns whether a value is a provider. It may have any other properties, including one named `provider`. */
function isProvider(value: unknown): value is ModelProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'generateChatCompletion' in value &&
    typeof value.generateChatCompletion === 'function'
  );
}
