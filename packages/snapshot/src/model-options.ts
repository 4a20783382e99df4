import {
  CompressionStrategyError,
  rejectOnAbort,
  type CompressionContext,
  type CompressionStrategy,
  type ModelProvider,
  type ProviderResolver,
  type ResolvedModel,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { randomHexString, type RandomStringSource } from '@palimpsest/text';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { SnapshotOptionError } from './errors/snapshot-option-error.ts';

/** What a strategy that asks a model can be told. */
export interface ModelStrategyOptions {
  /** The model that writes summaries, where the context names none (`resolveProvider`). */
  readonly model?: ModelProvider | ResolvedModel | ProviderResolver;
  /** What tools do. @default the presets of every agent `@palimpsest/tool-taxonomy` knows */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** Reduces what does not fit into one request; asked for at each compression. Without one the request is made in parts. */
  readonly reducer?: (context: CompressionContext) => CompressionStrategy | undefined;
  /** Milliseconds one call may take; asked at each compression. @default 120,000 */
  readonly timeoutMs?: number | ((context: CompressionContext) => number);
  /** Have a model check each summary, where the context does not say. @default false */
  readonly verification?: boolean | ((context: CompressionContext) => boolean);
  /** Where the marks of a request come from. @default the platform's randomness */
  readonly nonce?: RandomStringSource;
}

/** The same, with everything decided that can be. */
export interface ResolvedModelOptions {
  readonly model: ModelStrategyOptions['model'];
  readonly toolTaxonomy: ToolTaxonomy;
  readonly reducer: (context: CompressionContext) => CompressionStrategy | undefined;
  readonly timeoutMs: (context: CompressionContext) => number;
  readonly verification: (context: CompressionContext) => boolean;
  readonly nonce: RandomStringSource;
}

const TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws {SnapshotOptionError} for an option of a wrong type or value */
export function resolveModelOptions({
  model,
  toolTaxonomy = defaultToolTaxonomy,
  reducer = () => undefined,
  timeoutMs = TIMEOUT_MS,
  verification = false,
  nonce = randomHexString,
}: ModelStrategyOptions = {}): ResolvedModelOptions {
  if (model !== undefined && typeof model !== 'function' && !isModel(model)) {
    throw new SnapshotOptionError(
      'model',
      model,
      'a provider with generateChatCompletion, an object with such a provider, or a function that answers one',
    );
  }
  if (typeof timeoutMs === 'number') checkTimeout(timeoutMs);
  return {
    model,
    toolTaxonomy,
    reducer,
    timeoutMs: (context) =>
      typeof timeoutMs === 'number' ? timeoutMs : checkTimeout(timeoutMs(context)),
    verification: (context) =>
      typeof verification === 'boolean' ? verification : verification(context),
    nonce,
  };
}

/**
 * Checks that a strategy has a model to ask, whatever the history is: a missing model is found at the first call, not when the history
 * has grown.
 *
 * @throws {CompressionStrategyError} `NO_MODEL` if neither the context nor the strategy names one
 */
export function assertModel(
  { name, needsProvider }: Pick<CompressionStrategy, 'name' | 'needsProvider'>,
  { resolveProvider }: { readonly resolveProvider?: ProviderResolver | undefined },
): void {
  if (needsProvider === true && resolveProvider === undefined) throw noModel(name);
}

/**
 * The model a compression asks: what the context resolves for its profile, else the strategy's own. Whatever a resolver throws goes
 * through (REQ-CS-006A).
 *
 * @throws {CompressionStrategyError} `NO_MODEL` where nobody named one
 */
export async function resolveModel(
  strategy: string,
  { resolveProvider, runtimeContext, signal }: CompressionContext,
  { model }: ResolvedModelOptions,
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

function noModel(strategy: string, profile?: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `Strategy "${strategy}" asks a model, and none was given: pass "model" to compress() or when you create the strategy, or "resolveProvider" in the context or to createOrchestrator(), as a provider with generateChatCompletion; or choose a strategy that needs none.`,
    'NO_MODEL',
    { strategy, ...(profile === undefined ? {} : { profile }) },
  );
}

function isModel(value: unknown): value is ModelProvider | ResolvedModel {
  if (isProvider(value)) return true;
  return (
    typeof value === 'object' && value !== null && 'provider' in value && isProvider(value.provider)
  );
}

/** A host's provider may have anything beside the method, a name of its own under `provider` included. */
function isProvider(value: unknown): value is ModelProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'generateChatCompletion' in value &&
    typeof value.generateChatCompletion === 'function'
  );
}

function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return timeoutMs;
  throw new SnapshotOptionError(
    'timeoutMs',
    timeoutMs,
    `a number of milliseconds above 0, ${MAX_TIMEOUT_MS} at most`,
  );
}
