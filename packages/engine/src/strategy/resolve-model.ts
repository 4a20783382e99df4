import {
  CompressionStrategyError,
  isRecord,
  OptionError,
  rejectOnAbort,
  type CompressionContext,
  type CompressionStrategy,
  type ModelProvider,
  type ProviderResolver,
  type ResolvedModel,
  type Services,
} from '@palimpsest/core-types';

/**
 * Returns the model of a compression: what the context's `resolveProvider` returns for its profile; without one, the service `model`.
 *
 * @throws {CompressionStrategyError} `NO_MODEL` when there is none; errors of a resolver, unchanged
 */
export async function resolveModel(
  strategy: string,
  { resolveProvider, runtimeContext, signal }: CompressionContext,
  { model }: { readonly model?: Services['model'] },
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

/** @throws {OptionError} for a `model` that is not a provider, an object with one, or a function */
export function checkModel(model: unknown): void {
  if (model === undefined || typeof model === 'function' || isModel(model)) return;
  const expected =
    'a provider with generateChatCompletion, an object with such a provider, or a function that returns one';
  throw new OptionError('model', model, expected);
}

/**
 * Reports a missing model at the first call, not only when the history must be compressed.
 *
 * @throws {CompressionStrategyError} `NO_MODEL` when the strategy needs a model, and the context has no `resolveProvider`
 */
export function assertModel(
  { name, needsProvider }: Pick<CompressionStrategy, 'name' | 'needsProvider'>,
  { resolveProvider }: { readonly resolveProvider?: ProviderResolver | undefined },
): void {
  if (needsProvider === true && resolveProvider === undefined) throw noModel(name);
}

function noModel(strategy: string, profile?: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `Strategy "${strategy}" needs a model: pass "model" to compress() or when you create the strategy, or "resolveProvider" in the context or to createOrchestrator(), as a provider with generateChatCompletion; or choose a strategy without a model.`,
    'NO_MODEL',
    { strategy, ...(profile === undefined ? {} : { profile }) },
  );
}

/** Returns whether a value is a provider, or an object with one. */
export function isModel(value: unknown): value is ModelProvider | ResolvedModel {
  return isProvider(value) || (isRecord(value) && isProvider(value['provider']));
}

/** Returns whether a value is a provider. It may have any other properties, including one named `provider`. */
function isProvider(value: unknown): value is ModelProvider {
  return isRecord(value) && typeof value['generateChatCompletion'] === 'function';
}
