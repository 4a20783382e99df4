import type { CompressionStrategy, DensityConfig } from '@palimpsest/core-types';
import {
  resolveCompressionThreshold,
  resolveOptimizeThreshold,
  toDensityConfig,
  type Settings,
} from '@palimpsest/factory/settings';
import { assertModel } from '@palimpsest/snapshot';
import { contextBudget, type ContextBudget } from '../budget/context-budget.ts';
import type { CachePrices } from '../economics/prices.ts';
import { findStrategy, type StrategySource } from '../strategy-source.ts';
import type { BoundThinking } from './bound-thinking.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** Everything that settings and the request say about one call, read once. */
export interface CallSettings {
  readonly name: string;
  readonly strategy: CompressionStrategy;
  /** In tokens as the provider counts. */
  readonly budget: ContextBudget;
  /** How many of the provider's tokens one of the estimator's is. */
  readonly ratio: number;
  /** The same lines, in the estimator's tokens. */
  readonly thresholds: TokenThresholds;
  readonly density: DensityConfig;
  readonly fallback: string | false;
  /** Whether edits are weighed by what they cost; by usual prices where none are known. */
  readonly isWeighed: boolean;
  readonly prices: CachePrices | undefined;
  /** The name of the cache TTL, where these prices have it. */
  readonly cacheTtl: string | undefined;
  readonly expectedCalls: number | undefined;
  readonly moment: 'call' | 'turn';
  readonly boundThinking: BoundThinking;
  readonly ingestTokens: number | undefined;
  readonly pinDirectives: boolean;
  readonly verification: boolean;
  /** Everything somebody set, as JSON. */
  readonly explicit: string;
}

/** Where things happen, in tokens of the whole request as the estimator counts. */
interface TokenThresholds {
  /** System prompt and tools. */
  readonly overhead: number;
  readonly target: number;
  readonly trigger: number;
  readonly limit: number;
  /** Where a compression ends that begins at so many tokens. */
  readonly targetFrom: (tokens: number) => number;
  /** `optimize` is asked from here on. */
  readonly optimizeFrom: number;
  /** Compression may come from here on, where that is cheaper. */
  readonly offerFrom: number;
}

/** @throws whatever settings, strategies and the budget refuse, each with an error of its own */
export function readCallSettings(
  {
    strategies,
    prices,
    cacheTtl,
    defaultStrategy = 'salience',
    resolveProvider,
    workspaceRoot = '/',
  }: OrchestratorOptions,
  settings: Settings,
  request: PrepareRequest,
  ratio: number,
): CallSettings {
  const name = settings.get('compression.strategy') ?? defaultStrategy;
  const strategy = strategies.resolve(name);
  assertModel(strategy, { resolveProvider });
  const { system = 0, tools = 0 } = request.overhead ?? {};
  const overhead = system + tools;
  const reserve = settings.get('maxOutputTokens') ?? request.completionBudget;
  const isWeighed = settings.get('compression.economics');
  const known = isWeighed ? pricesFor(prices, request.model) : undefined;
  const headroom = headroomFor(settings, known);
  const limits = {
    contextLimit:
      settings.explicit('context-limit') ?? request.contextLimit ?? settings.get('context-limit'),
    ...(reserve === undefined ? {} : { completionReserve: reserve }),
    threshold: resolveCompressionThreshold(settings, strategy),
    fixedTokens: overhead * ratio,
  };
  const { trigger, fixedTokens } = contextBudget(limits);
  const budget = contextBudget({ ...limits, headroom: headroom(trigger - fixedTokens) });
  const fallback = fallbackFor(settings, strategies);
  if (fallback !== undefined) assertModel(fallback, { resolveProvider });
  return {
    name,
    strategy,
    budget,
    ratio,
    thresholds: toThresholds(budget, overhead, ratio, {
      headroom,
      optimize: resolveOptimizeThreshold(settings, strategy),
      offer: settings.get('compression.economicThreshold'),
    }),
    density: toDensityConfig(settings, workspaceRoot),
    fallback: fallback?.name ?? false,
    isWeighed,
    prices: known,
    cacheTtl: findKnownCacheTtl(known, cacheTtl),
    expectedCalls: settings.get('compression.expectedCalls'),
    moment: settings.get('compression.moment'),
    boundThinking: settings.get('compression.boundThinking'),
    ingestTokens: settings.get('compression.ingestTokens'),
    pinDirectives: settings.get('compression.pinDirectives'),
    verification: settings.get('compressionVerification'),
    explicit: JSON.stringify(settings.explicitValues()),
  };
}

function toThresholds(
  { target, trigger, limit }: ContextBudget,
  overhead: number,
  ratio: number,
  shares: { readonly headroom: Headroom; readonly optimize: number; readonly offer: number },
): TokenThresholds {
  return {
    overhead,
    target: target / ratio,
    trigger: trigger / ratio,
    limit: limit / ratio,
    targetFrom: (tokens) =>
      overhead + shares.headroom((tokens - overhead) * ratio) * (tokens - overhead),
    optimizeFrom: (shares.optimize * limit) / ratio,
    offerFrom: Math.min(trigger, shares.offer * limit) / ratio,
  };
}

/**
 * Who takes over. A default that nobody registered is nobody.
 *
 * @throws {UnknownStrategyError} for a name that was set, and that nobody registered
 */
function fallbackFor(
  settings: Settings,
  strategies: StrategySource,
): CompressionStrategy | undefined {
  const name = settings.get('compression.fallback');
  if (name === 'none') return undefined;
  if (settings.explicit('compression.fallback') !== undefined) return strategies.resolve(name);
  return findStrategy(strategies, name);
}

/** Share of the tokens a compression can move that it leaves, given how many they are. */
type Headroom = (movableTokens: number) => number;

/** No compression leaves less than so many tokens for the sake of prices: there is little to save, and much to lose. */
const LEAST_TOKENS = 8_000;

/** Each compression that prices suggest rewrites what it leaves, so it leaves less; what somebody set holds either way. */
function headroomFor(settings: Settings, prices: CachePrices | undefined): Headroom {
  const usual = settings.get('compression.density.compressHeadroom');
  const isSet = settings.explicit('compression.density.compressHeadroom') !== undefined;
  if (prices === undefined || isSet) return () => usual;
  const economic = settings.get('compression.economicHeadroom');
  return (movable) => Math.max(economic, Math.min(usual, LEAST_TOKENS / Math.max(1, movable)));
}

/** What calls of a model cost, where that is known. */
export function pricesFor(
  prices: OrchestratorOptions['prices'],
  model: string | undefined,
): CachePrices | undefined {
  return typeof prices === 'function' ? prices(model) : prices;
}

/** The cache TTL that is asked for, where a model's prices know it: models of one host may have others. */
export function findKnownCacheTtl(
  prices: CachePrices | undefined,
  cacheTtl: string | undefined,
): string | undefined {
  return prices?.cacheTtls.some(({ name }) => name === cacheTtl) === true ? cacheTtl : undefined;
}
