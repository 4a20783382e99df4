import {
  defined,
  describeValue,
  OptionError,
  UnknownStrategyError,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
  type SettingValues,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';
import {
  createIsProtected,
  DEFAULT_PRESERVE_THRESHOLD,
  findTailStart,
  indexExchanges,
  repairHistory,
  safeCuts,
  type Violation,
} from '@palimpsest/engine/history';
import { contextOf, estimators, isKept, type TestCase } from './context.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { Attempt, Trial } from './law.ts';
import { violationsOf } from './laws/trial-laws.ts';

export interface TrialOptions {
  /**
   * Returns the index of the first entry that `compress` must preserve, for strategies with their own rule for the tail. If it returns
   * `undefined`, the claim of the result counts.
   *
   * @default by `preserveThreshold`, at a whole exchange; if the host sets none, the claim of the result (`bottomPreserved`, which must
   * cover the newest whole exchange), or a share of 0.2 if it has none
   */
  readonly tailStart?: (history: readonly IContent[], situation: TestCase) => number | undefined;
  /** Services with which the plugin is created. @default the settings of the situation, and no other strategy */
  readonly services?: Partial<StrategyServices>;
}

export interface Trials {
  /** Tries one situation. All trials share one strategy, so they must run one after another. */
  run(
    situation: TestCase,
  ): Promise<{ readonly trial: Trial; readonly violations: readonly Violation[] }>;
}

/** Creates a strategy once, as a host does, to try it in several situations. */
export function createTrials(
  plugin: StrategyPlugin,
  { tailStart = tailByShare, services }: TrialOptions = {},
): Trials {
  let settings: SettingValues = {};
  const strategy = plugin.create({
    settings: () => settings,
    strategy: (name) => {
      throw new UnknownStrategyError(name);
    },
    ...services,
  });
  if (typeof (strategy as Partial<CompressionStrategy> | undefined)?.compress !== 'function') {
    throw new OptionError('plugin.create()', strategy, 'a strategy: an object with compress');
  }
  return {
    run: async (situation) => {
      settings = deepFreeze(structuredClone(situation.settings));
      const trial = await runTrial(plugin, strategy, { ...situation, settings }, tailStart);
      return { trial, violations: violationsOf(trial) };
    },
  };
}

/**
 * Checks that a value can be tried as a plugin. Wrong declarations in a plugin are reported as broken laws.
 *
 * @throws {OptionError} when the value is not a plugin
 */
export function checkPlugin(plugin: unknown): asserts plugin is StrategyPlugin {
  const { name, create, settings = [] } = (plugin ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name === 'string' && typeof create === 'function' && Array.isArray(settings)) return;
  const expected =
    'a strategy plugin: an object with a name, a function create, and settings as an array or none';
  throw new OptionError('plugin', plugin, expected);
}

/** Calls a strategy as a host does in this situation, repeats the call, and compresses the output again. */
async function runTrial(
  plugin: StrategyPlugin,
  strategy: CompressionStrategy,
  situation: TestCase,
  tailStart: NonNullable<TrialOptions['tailStart']>,
): Promise<Trial> {
  const given = deepFreeze(structuredClone([...situation.history]));
  const before = deepFreeze(repairHistory(given).history);
  const count = estimators[situation.estimator]!;
  const tokens = count(before);
  const call = async (history: readonly IContent[], target?: number): Promise<Attempt> => {
    const context = contextOf(situation, tokens, history);
    try {
      const answer = await strategy.compress({ ...context, ...defined({ targetTokens: target }) });
      return { result: checkedAnswer(answer) };
    } catch (error) {
      return { error };
    }
  };

  const compressed = await call(before);
  const result = 'result' in compressed ? compressed.result : undefined;
  // Without a target in the context, a strategy may report the target that it used.
  const { targetTokens = result?.metadata.targetTokens } = contextOf(situation, tokens, before);
  const applied = result?.kind === 'applied' ? result : undefined;
  const after = applied?.newHistory ?? before;
  const { humanText, longHumanText, requiresLLM } = plugin;
  return {
    plugin,
    strategyName: strategy.name,
    given,
    before,
    compressed,
    result,
    targetTokens,
    checked: result && {
      before,
      after,
      provenance: applied?.metadata.provenance ?? [],
      tailStart: tailStart(before, situation) ?? claimedTailStart(before, result),
      isProtected: createIsProtected(isKept),
      humanText,
      ...defined({ longHumanText, shortfallTokens: result.metadata.shortfallTokens }),
      tokensBefore: tokens,
      tokensAfter: count(after),
      ...(applied && defined({ targetTokens })),
    },
    repeated: requiresLLM ? undefined : await call(before),
    again: applied && !requiresLLM ? await call(reloaded(after), targetTokens) : undefined,
    onBrokenInput: before === given ? undefined : await call(given),
  };
}

/** Returns the answer of a strategy. Throws for a value that is not a result, because no law could check it. */
function checkedAnswer(answer: CompressionResult | undefined): CompressionResult {
  const { kind, metadata } = answer ?? {};
  const isKnown =
    kind === 'noop' || (answer?.kind === 'applied' && Array.isArray(answer.newHistory));
  if (isKnown && typeof metadata === 'object' && metadata !== null) return answer!;
  throw new TypeError(
    `compress(): expected { kind: 'noop', reason, metadata } or { kind: 'applied', newHistory, metadata }, got ${describeValue(answer)}`,
  );
}

/** Returns what is left of a history after a conversion to a provider's format: new objects, without metadata unless the caller pinned them. */
function reloaded(history: readonly IContent[]): IContent[] {
  return structuredClone(history).map((entry) => {
    const { speaker, blocks, metadata = {} } = entry;
    const isPinned = metadata.pinned === true || isKept(entry);
    return isPinned ? { speaker, blocks, metadata } : { speaker, blocks };
  });
}

function tailByShare(
  history: readonly IContent[],
  { preserveThreshold: share }: { readonly preserveThreshold: number | undefined },
): number | undefined {
  return share === undefined
    ? undefined
    : findTailStart(history, safeCuts(indexExchanges(history)), share);
}

/** Returns the start of the tail that a result claims, at least the newest whole exchange; without a claim, the default share. */
function claimedTailStart(
  before: readonly IContent[],
  { kind, metadata: { bottomPreserved } }: CompressionResult,
): number | undefined {
  if (kind === 'noop' || bottomPreserved === undefined)
    return tailByShare(before, { preserveThreshold: DEFAULT_PRESERVE_THRESHOLD });
  const newest = safeCuts(indexExchanges(before)).atOrBefore(before.length - 1);
  return Math.max(0, Math.min(before.length - bottomPreserved, newest));
}
