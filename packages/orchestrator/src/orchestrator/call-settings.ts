import { type CompressionStrategy, defined, type DensityConfig } from '@palimpsest/core-types';
import {
  resolveCompressionThreshold,
  resolveOptimizeThreshold,
  toDensityConfig,
  type Settings,
} from '@palimpsest/factory/settings';
import { assertModel } from '@palimpsest/engine';
import { contextBudget, type ContextBudget } from '../budget/context-budget.ts';
import type { CachePrices } from '../economics/prices.ts';
import { findStrategy } from '../strategy-source.ts';
import type { BoundThinking } from './bound-thinking.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { findKnownCacheTtl, type PricedOptions } from './price-source.ts';

/** Settings and request data of one call, read once. */
export interface CallSettings {
  readonly name: string;
  readonly strategy: CompressionStrategy;
  /** In tokens as the provider counts them. */
  readonly budget: ContextBudget;
  /** Provider's tokens per token of the estimator. */
  readonly providerTokensPerEstimated: number;
  /** Thresholds of the budget, in the estimator's tokens. */
  readonly thresholds: TokenThresholds;
  readonly density: DensityConfig;
  readonly fallback: string | false;
  /** Whether edits are weighed by their cost; by usual prices if none are known. */
  readonly isWeighed: boolean;
  readonly prices: CachePrices | undefined;
  /** Name of the cache TTL, if these prices have it. */
  readonly cacheTtl: string | undefined;
  readonly expectedCalls: number | undefined;
  readonly moment: 'call' | 'turn';
  readonly boundThinking: BoundThinking;
  readonly ingestTokens: number | undefined;
  /** Maximum bytes of a request; media may have half of them. */
  readonly maxRequestBytes: number | undefined;
  /** Rules for entries that stay, and for results that become one line; one rule in each line. */
  readonly keep: string | undefined;
  readonly drop: string | undefined;
  readonly pinDirectives: boolean;
  readonly verification: boolean;
  /** All explicit settings, as JSON. */
  readonly explicitSettingsJson: string;
}

/** Thresholds for the whole request, in the estimator's tokens. */
interface TokenThresholds {
  /** Overhead tokens: system prompt and tool definitions. */
  readonly overhead: number;
  readonly target: number;
  readonly trigger: number;
  readonly limit: number;
  /** Returns the target of a compression that starts at a given size. */
  readonly targetFrom: (tokens: number) => number;
  /** Size from which `optimize` is called. */
  readonly optimizeFrom: number;
  /** Size from which compression runs early to save money. */
  readonly earlyFrom: number;
  /** The same while a cached prefix has to be rewritten; infinite if that never saves money. */
  readonly earlyWhileCachedFrom: number;
}

/** @throws the errors of settings, strategies and the budget */
export function readCallSettings(
  options: PricedOptions,
  settings: Settings,
  request: PrepareRequest,
  providerTokensPerEstimated: number,
): CallSettings {
  const {
    strategies,
    prices,
    cacheTtl,
    resolveProvider,
    background,
    workspaceRoot = '/',
  } = options;
  const { defaultStrategy = 'salience' } = options;
  const name = settings.get('compression.strategy') ?? defaultStrategy;
  const strategy = strategies.resolve(name);
  // In the background, another process may have the model.
  if (background === undefined) assertModel(strategy, { resolveProvider });
  const { system = 0, tools = 0 } = request.overhead ?? {};
  const overhead = system + tools;
  const isWeighed = settings.get('compression.economics');
  const known = isWeighed ? prices(request.model) : undefined;
  const headroom = headroomFor(settings, known);
  const limits = {
    contextLimit:
      settings.explicit('context-limit') ?? request.contextLimit ?? settings.get('context-limit'),
    ...defined({
      maxOutputTokens: settings.get('maxOutputTokens') ?? request.maxOutputTokens,
      triggerTokens: settings.get('compression.triggerTokens'),
    }),
    threshold: resolveCompressionThreshold(settings, strategy),
    overheadTokens: overhead * providerTokensPerEstimated,
  };
  const { trigger, overheadTokens } = contextBudget(limits);
  const budget = contextBudget({ ...limits, headroom: headroom(trigger - overheadTokens) });
  const { limit } = budget;
  const toEstimated = (tokens: number) => tokens / providerTokensPerEstimated;
  return {
    name,
    strategy,
    budget,
    providerTokensPerEstimated,
    thresholds: {
      overhead,
      target: toEstimated(budget.target),
      trigger: toEstimated(trigger),
      limit: toEstimated(limit),
      targetFrom(tokens) {
        const movable = tokens - overhead;
        return overhead + headroom(movable * providerTokensPerEstimated) * movable;
      },
      optimizeFrom: toEstimated(resolveOptimizeThreshold(settings, strategy) * limit),
      earlyFrom: toEstimated(earlyShare(false, limit, known, settings) * limit),
      earlyWhileCachedFrom: toEstimated(earlyShare(true, limit, known, settings) * limit),
    },
    density: toDensityConfig(settings, workspaceRoot),
    fallback: fallbackFor(settings, options),
    isWeighed,
    prices: known,
    cacheTtl: findKnownCacheTtl(known, cacheTtl),
    expectedCalls: settings.get('compression.expectedCalls'),
    moment: settings.get('compression.moment'),
    boundThinking: settings.get('compression.boundThinking'),
    ingestTokens: settings.get('compression.ingestTokens'),
    maxRequestBytes: settings.get('compression.maxRequestBytes') ?? request.maxRequestBytes,
    keep: settings.get('compression.keep'),
    drop: settings.get('compression.drop'),
    pinDirectives: settings.get('compression.pinDirectives'),
    verification: settings.get('compressionVerification'),
    explicitSettingsJson: JSON.stringify(settings.explicitValues()),
  };
}

/**
 * Returns the name of the fallback strategy; `false` if the setting is `none`, or its default is not registered.
 *
 * @throws {UnknownStrategyError} for an explicit name that is not registered
 */
function fallbackFor(
  settings: Settings,
  { strategies, resolveProvider }: PricedOptions,
): string | false {
  const name = settings.get('compression.fallback');
  if (name === 'none') return false;
  const isSet = settings.explicit('compression.fallback') !== undefined;
  const fallback = isSet ? strategies.resolve(name) : findStrategy(strategies, name);
  if (fallback === undefined) return false;
  assertModel(fallback, { resolveProvider });
  return name;
}

/** In a smaller window, early compression rewrites a cached prefix too often to save money. */
const SMALL_LIMIT = 50_000;

/** Where reading from the cache costs less than this share of reading anew, a rewrite saves less. */
const CHEAP_READ = 0.05;

/** Values that replace the defaults of two settings there. */
const CHEAP = { 'compression.economicThreshold': 0.55, 'compression.economicHeadroom': 0.45 };

/** Returns one of the two constants of early compression. */
function economicSetting(key: keyof typeof CHEAP, prices: CachePrices, settings: Settings): number {
  const isCheap = prices.cachedRead < CHEAP_READ * prices.input;
  return settings.explicit(key) ?? (isCheap ? CHEAP[key] : settings.get(key));
}

/**
 * Returns the share of the limit from which compression runs early: every call pays for reading a long cached prefix. Infinite without prices.
 *
 * @param whileCached whether it rewrites a cached prefix
 */
function earlyShare(
  whileCached: boolean,
  limit: number,
  prices: CachePrices | undefined,
  settings: Settings,
): number {
  const isSet = settings.explicit('compression.economicThreshold') !== undefined;
  const isCostly = prices?.cachedRead === 0 || (limit < SMALL_LIMIT && !isSet);
  if (prices === undefined || (whileCached && isCostly)) return Infinity;
  return economicSetting('compression.economicThreshold', prices, settings);
}

/** Prices do not lower the target below this many tokens: there is little to save and much to lose. */
const MIN_TOKENS = 7_600;

/**
 * Returns a function from the tokens without overhead to the share of them that compression leaves. With prices, it leaves less, because it
 * rewrites what it leaves. An explicit headroom always applies.
 */
function headroomFor(
  settings: Settings,
  prices: CachePrices | undefined,
): (movableTokens: number) => number {
  const usual = settings.get('compression.density.compressHeadroom');
  const isSet = settings.explicit('compression.density.compressHeadroom') !== undefined;
  if (prices === undefined || isSet) return () => usual;
  const economic = economicSetting('compression.economicHeadroom', prices, settings);
  return (movable) => Math.max(economic, Math.min(usual, MIN_TOKENS / Math.max(1, movable)));
}
