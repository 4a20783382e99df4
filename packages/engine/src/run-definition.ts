import {
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type SettingSpec,
  type StrategyServices,
} from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createIsProtected,
  DEFAULT_PRESERVE_THRESHOLD,
  findTailStart,
  fitToTarget,
  repairHistory,
  resolveTargetTokens,
  safeCuts,
} from '@palimpsest/history';
import { createResultBuilder } from './build-result.ts';
import type { StrategyDefinition } from './define-strategy.ts';
import { assertModel, checkModel } from './resolve-model.ts';
import { readSettings, type SettingsOf } from './settings.ts';
import type { StrategyInput, TailInput } from './strategy-input.ts';

/** Creates the strategy of a definition, with its own state. */
export function strategyOf<Specs extends readonly SettingSpec[], State>(
  definition: StrategyDefinition<Specs, State>,
  services: StrategyServices,
): CompressionStrategy {
  const { name, requiresLLM = false, startsFromOriginals, setup } = definition;
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
    ...(startsFromOriginals === undefined ? {} : { startsFromOriginals }),
    ...(requiresLLM ? { needsProvider } : {}),
    async compress(context) {
      if (context.services?.model === undefined) assertModel({ name, needsProvider }, context);
      return runDefinition(definition, context, services, state);
    },
    ...(optimize === undefined
      ? {}
      : { optimize: (history, config) => optimize(history, config, state) }),
    ...(reduceResults === undefined
      ? {}
      : {
          reduceResults: (results, limits) => reduceResults(results, limits, { services, state }),
        }),
  };
  DEFINED.add(strategy);
  return strategy;
}

const DEFINED = new WeakSet<CompressionStrategy>();

/** Returns whether `defineStrategy` created the strategy: it copies a history that it could change. */
export function isDefined(strategy: CompressionStrategy): boolean {
  return DEFINED.has(strategy);
}

/** Runs a strategy once: repair, tokens, target, tail, decision and result, each in this place only. */
async function runDefinition<Specs extends readonly SettingSpec[], State>(
  definition: StrategyDefinition<Specs, State>,
  given: CompressionContext,
  services: StrategyServices,
  state: State,
): Promise<CompressionResult> {
  const { currentTokenCount, signal } = given;
  const { name, skipWhen = 'under-target' } = definition;
  signal?.throwIfAborted();
  const targetTokens = resolveTargetTokens(given);
  const isTargetExplicit = given.targetTokens !== undefined;
  // A copy, unless nobody can change the list: a host may change it while a model writes, and so may a definition.
  const original = Object.isFrozen(given.history) ? given.history : [...given.history];
  const isSkipped = (tokens: number): boolean =>
    tokens <= targetTokens && (skipWhen === 'under-target' || isTargetExplicit);

  if (original.length > 0 && isSkipped(currentTokenCount)) {
    // The history is not read if the host's own count is under the target.
    const decide = createResultBuilder({
      strategy: name,
      original,
      repaired: { history: original, repairs: [] },
    });
    return decide({
      tokensBefore: currentTokenCount,
      targetTokens,
      noopReason: 'already-under-target',
    });
  }
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  const decide = createResultBuilder({ strategy: name, original, repaired });
  if (history.length === 0) return decide({ noopReason: 'empty-history' });

  const estimateTokens = createCheckedEstimator(given.estimateTokens);
  const { counted } = given;
  const tokens = counted?.history === history ? counted.tokens : await estimateTokens(history);
  const figures = { tokensBefore: tokens, targetTokens };
  if (isSkipped(tokens)) return decide({ ...figures, noopReason: 'already-under-target' });

  const scene: TailInput<SettingsOf<Specs>, State> = {
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
    services: { ...services, ...given.services },
    context: { ...given, history, estimateTokens },
    isProtected: createIsProtected(given.pinned),
    estimateTokens,
  };
  const { tailStart: declaredTail = 'plan' in definition ? undefined : startOfShare } = definition;
  const tailStart = declaredTail?.(scene) ?? history.length;
  const input: StrategyInput<SettingsOf<Specs>, State> = {
    ...scene,
    tailStart,
    fit: (candidates, options = {}) =>
      fitToTarget({
        history,
        tokens,
        targetTokens,
        estimateTokens,
        isProtected: scene.isProtected,
        ...(signal === undefined ? {} : { signal }),
        ...options,
        candidates,
      }),
  };
  const common = {
    ...figures,
    ...(definition.shortfallReason === undefined
      ? {}
      : { shortfallReason: definition.shortfallReason(input) }),
    ...(declaredTail === undefined ? {} : { tail: history.length - tailStart }),
  };
  if (tailStart <= 0) return decide({ ...common, noopReason: 'tail-covers-all' });
  if ('plan' in definition) return decide({ ...common, ...(await definition.plan(input)) });
  const fit = await input.fit(definition.candidates(input));
  return decide({ ...common, plan: fit.plan, tokensAfter: fit.tokens, dropped: fit.dropped });
}

/** Returns the start of the newest 20 %, or of the share that the host set. */
export function startOfShare({ history, cuts, context }: TailInput<unknown, unknown>): number {
  const { preserveThreshold } = context.runtimeContext.ephemerals;
  return findTailStart(history, cuts, preserveThreshold?.() ?? DEFAULT_PRESERVE_THRESHOLD);
}
