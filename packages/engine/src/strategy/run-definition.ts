import {
  acceptsSetting,
  createYieldToEventLoop,
  defined,
  describeSetting,
  OptionError,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type ServiceDefaults,
  type SettingSpec,
  type SettingsOf,
  type SettingValues,
  type StrategyServices,
} from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createIsProtected,
  fitToTarget,
  previewPlan,
  repairHistory,
  resolveTargetTokens,
  safeCuts,
} from '../history/index.ts';
import { buildResult, type ResultInput } from './build-result.ts';
import type {
  ServicesOf,
  StrategyDefinition,
  StrategyInput,
  TailInput,
} from './define-strategy.ts';
import { assertModel, checkModel } from './resolve-model.ts';
import { startOfShare } from './newest-entries.ts';

export function createDefinedStrategy<
  Specs extends readonly SettingSpec[],
  State,
  Parts extends ServiceDefaults,
>(
  definition: StrategyDefinition<Specs, State, Parts>,
  given: StrategyServices,
): CompressionStrategy {
  const services = { ...definition.services, ...given } as OwnServices<Parts>;
  const { name, requiresLLM = false, startsFromOriginals, writesRecord, setup } = definition;
  const { optimize, reduceResults } = definition;
  const { trigger = { mode: 'threshold', defaultThreshold: 0.85 } } = definition;
  // Without `setup`, `State` is `undefined`.
  const state = setup?.(services) as State;
  if (requiresLLM) checkModel(services.model);
  const needsProvider = requiresLLM && services.model === undefined;
  const strategy: CompressionStrategy = {
    name,
    requiresLLM,
    trigger,
    ...defined({ startsFromOriginals, writesRecord }),
    ...(requiresLLM && { needsProvider }),
    ...(optimize && { optimize: (history, config) => optimize(history, config, services) }),
    ...(reduceResults && {
      reduceResults: (results, limits) => reduceResults(results, limits, { services, state }),
    }),
    async compress(context) {
      const { services: own } = context;
      if (own?.model === undefined) assertModel({ name, needsProvider }, context);
      else if (requiresLLM) checkModel(own.model);
      return runDefinition(definition, context, services, state);
    },
  };
  ENGINE_STRATEGIES.add(strategy);
  return strategy;
}

/** The declared services, and those that the engine reads for every strategy. */
type OwnServices<Parts extends ServiceDefaults> = ServicesOf<Parts> & StrategyServices;

const ENGINE_STRATEGIES = new WeakSet<CompressionStrategy>();

/** Returns whether `defineStrategy` created the strategy: it copies a history that it could change. */
export function isEngineStrategy(strategy: CompressionStrategy): boolean {
  return ENGINE_STRATEGIES.has(strategy);
}

/** Runs one compression: skips it at or under the target, repairs the history, counts it, asks the strategy, and builds the result. */
async function runDefinition<
  Specs extends readonly SettingSpec[],
  State,
  Parts extends ServiceDefaults,
>(
  definition: StrategyDefinition<Specs, State, Parts>,
  given: CompressionContext,
  services: OwnServices<Parts>,
  state: State,
): Promise<CompressionResult> {
  const { currentTokenCount, signal, yieldToEventLoop = createYieldToEventLoop(signal) } = given;
  const { name, skipWhen = 'under-target' } = definition;
  signal?.throwIfAborted();
  const targetTokens = resolveTargetTokens(given);
  const isTargetExplicit = given.targetTokens !== undefined;
  // Copied unless frozen: the host or the definition may change the list while a model writes.
  const original = Object.isFrozen(given.history) ? given.history : [...given.history];
  const isSkipped = (tokens: number): boolean =>
    tokens <= targetTokens && (skipWhen === 'under-target' || isTargetExplicit);

  if (original.length > 0 && isSkipped(currentTokenCount)) {
    // The history is not read if the host's own count is under the target.
    const repaired = { history: original, repairs: [] };
    const counts = { tokensBefore: currentTokenCount, targetTokens };
    const noopReason = 'already-under-target';
    return buildResult({ strategy: name, original, repaired, ...counts, noopReason });
  }
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  const resultOf = (decision: Partial<ResultInput>): CompressionResult =>
    buildResult({ strategy: name, original, repaired, ...decision });
  if (history.length === 0) return resultOf({ noopReason: 'empty-history' });

  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const { counted, ...context } = given;
  const tokens = counted?.history === history ? counted.tokens : await estimateTokens(history);
  const counts = { tokensBefore: tokens, targetTokens };
  if (isSkipped(tokens)) return resultOf({ ...counts, noopReason: 'already-under-target' });

  const tailInput: TailInput<SettingsOf<Specs>, State, Parts> = {
    history,
    index,
    cuts: safeCuts(index),
    tokens,
    targetTokens,
    isTargetExplicit,
    settings: readSettings(definition.settings ?? ([] as unknown as Specs), {
      ...services.settings(),
      ...given.settings,
    }),
    state,
    services: { ...services, ...defined(given.services ?? {}) },
    context: {
      ...context,
      history,
      estimateTokens,
      yieldToEventLoop,
      ...defined({ logger: context.logger ?? services.logger }),
    },
    isProtected: createIsProtected(given.pinned),
    estimateTokens,
    yieldToEventLoop,
  };
  const { tailStart: declaredTail = definition.plan === undefined ? startOfShare : undefined } =
    definition;
  await yieldToEventLoop();
  const tailStart = (await declaredTail?.(tailInput)) ?? history.length;
  tailInput.context.logger?.debug(`${name}: compress`, {
    originalCount: original.length,
    tailStartIndex: tailStart,
    targetTokens,
  });
  const input: StrategyInput<SettingsOf<Specs>, State, Parts> = {
    ...tailInput,
    tailStart,
    fit: (candidates, options = {}) =>
      fitToTarget({
        history,
        tokens,
        targetTokens,
        estimateTokens,
        yieldToEventLoop,
        ...defined({ signal }),
        ...options,
        candidates,
      }),
  };
  const common = {
    ...counts,
    ...defined({ shortfallReason: definition.shortfallReason?.(input) }),
    ...(declaredTail && { tail: history.length - tailStart }),
  };
  if (tailStart <= 0) return resultOf({ ...common, noopReason: 'tail-covers-all' });
  if (definition.plan !== undefined) {
    const decision = await definition.plan(input);
    await yieldToEventLoop();
    const { plan, tokensAfter = plan && (await estimateTokens(previewPlan(history, plan))) } =
      decision;
    return resultOf({ ...common, ...decision, ...defined({ tokensAfter }) });
  }
  const fit = await input.fit(definition.candidates(input));
  return resultOf({ ...common, plan: fit.plan, tokensAfter: fit.tokens, dropped: fit.dropped });
}

/**
 * Returns the values of the settings in `specs`, with defaults.
 *
 * @throws {OptionError} when a value is invalid
 */
function readSettings<Specs extends readonly SettingSpec[]>(
  specs: Specs,
  values: SettingValues,
): SettingsOf<Specs> {
  const read = specs.map((spec) => {
    const { [spec.key]: value = spec.default } = values;
    if (value !== undefined && !acceptsSetting(spec, value)) {
      throw new OptionError(spec.key, value, describeSetting(spec));
    }
    return [spec.key, value] as const;
  });
  return Object.fromEntries(read) as SettingsOf<Specs>;
}
