import {
  CompressionStrategyError,
  MAX_TIMER_MS,
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
import { SnapshotOptionError } from './snapshot-option-error.ts';

/** Options of a strategy that calls a model. */
export interface ModelStrategyOptions {
  /** Model that writes summaries if the context has no `resolveProvider`. */
  readonly model?: ModelProvider | ResolvedModel | ProviderResolver;
  /** Describes what tools do. @default the presets of all agents in `@palimpsest/tool-taxonomy` */
  readonly toolTaxonomy?: ToolTaxonomy;
  /**
   * Returns the strategy that reduces a history too large for one request; called at each compression. Without one, the history is summarized
   * in parts.
   */
  readonly reducer?: (context: CompressionContext) => CompressionStrategy | undefined;
  /** Time limit of a model call, in milliseconds; a function is called at each compression. @default 120,000 */
  readonly timeoutMs?: number | ((context: CompressionContext) => number);
  /** Whether a model verifies each summary, unless the context sets it. @default false */
  readonly verification?: boolean | ((context: CompressionContext) => boolean);
  /** Source of the random strings in delimiters. @default the platform's random number generator */
  readonly nonce?: RandomStringSource;
}

/** Checked options, with defaults. */
export interface ResolvedModelOptions {
  readonly model: ModelStrategyOptions['model'];
  readonly toolTaxonomy: ToolTaxonomy;
  readonly reducer: (context: CompressionContext) => CompressionStrategy | undefined;
  readonly timeoutMs: (context: CompressionContext) => number;
  readonly verification: (context: CompressionContext) => boolean;
  readonly nonce: RandomStringSource;
}

export const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Checks options and adds defaults.
 *
 * @throws {SnapshotOptionError} when an option has the wrong type or value
 */
export function resolveModelOptions({
  model,
  toolTaxonomy = defaultToolTaxonomy,
  reducer = () => undefined,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  verification = false,
  nonce = randomHexString,
}: ModelStrategyOptions = {}): ResolvedModelOptions {
  if (model !== undefined && typeof model !== 'function' && !isModel(model)) {
    throw new SnapshotOptionError(
      'model',
      model,
      'a provider with generateChatCompletion, an object with such a provider, or a function that returns one',
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
 * Checks that a strategy has a model, whatever the history: a missing model is reported at the first call, not after the history has grown.
 *
 * @throws {CompressionStrategyError} `NO_MODEL` when neither the context nor the strategy has one
 */
export function assertModel(
  { name, needsProvider }: Pick<CompressionStrategy, 'name' | 'needsProvider'>,
  { resolveProvider }: { readonly resolveProvider?: ProviderResolver | undefined },
): void {
  if (needsProvider === true && resolveProvider === undefined) throw noModel(name);
}

/**
 * Returns the model of a compression: the one that the context resolves for its profile, else the strategy's own. Passes on errors of a
 * resolver unchanged (REQ-CS-006A).
 *
 * @throws {CompressionStrategyError} `NO_MODEL` when there is none
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
    `Strategy "${strategy}" needs a model: pass "model" to compress() or when you create the strategy, or "resolveProvider" in the context or to createOrchestrator(), as a provider with generateChatCompletion; or choose a strategy without a model.`,
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

/** Returns whether a value is a provider. It may have any other properties, including one named `provider`. */
function isProvider(value: unknown): value is ModelProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'generateChatCompletion' in value &&
    typeof value.generateChatCompletion === 'function'
  );
}

function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS) return timeoutMs;
  throw new SnapshotOptionError(
    'timeoutMs',
    timeoutMs,
    `a number of milliseconds above 0 and at most ${MAX_TIMER_MS}`,
  );
}
