import {
  defined,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
  type StrategyPlugin,
  type DensityConfig,
} from '@palimpsest/core-types';
import {
  createIsProtected,
  repairHistory,
  DEFAULT_PRESERVE_THRESHOLD,
  indexExchanges,
  safeCuts,
  findTailStart,
  applyDensityResult,
  applyPlan,
} from '@palimpsest/history';
import { deepFreeze } from './deep-freeze.ts';
import { attempt, attemptCompress, type Optimization, type Trial } from './trial.ts';
import { contextOf, estimators, isKept } from './context.ts';
import type { TestCase } from './test-case.ts';

/** Returns the index of the first tail entry; `undefined` to use the claim of the result. */
type TailStart = (before: readonly IContent[]) => number | undefined;

/** Calls a strategy as a host does in this situation, repeats the call, compresses the output again, and plans an optimization. */
export async function runTrial(
  plugin: StrategyPlugin,
  strategy: CompressionStrategy,
  situation: TestCase,
  tailStart: TailStart,
): Promise<Trial> {
  const given = deepFreeze(structuredClone([...situation.history]));
  const before = deepFreeze(repairHistory(given).history);
  const tokens = estimators[situation.estimator](before);
  const contextFor = (history: readonly IContent[]) => contextOf(situation, tokens, history);
  const call = (history: readonly IContent[]) =>
    attemptCompress(() => strategy.compress(contextFor(history)));

  const compressed = await call(before);
  const result = compressed.kind === 'answered' ? compressed.result : undefined;
  // Without a target in the context, a strategy may report the target that it used.
  const targetTokens = contextFor(before).targetTokens ?? result?.metadata.targetTokens;
  // A copy that is not frozen reveals strategies that catch the error of a frozen one.
  const loose = structuredClone(before);
  const isRepeatable = !plugin.requiresLLM;
  const compressAgain = (output: readonly IContent[]) =>
    attemptCompress(() => {
      const copy = structuredClone(withoutMetadata(output));
      return strategy.compress({ ...contextFor(copy), ...defined({ targetTokens }) });
    });
  const optimize = strategy.optimize?.bind(strategy);
  return {
    plugin,
    strategyName: strategy.name,
    situation,
    given,
    before,
    compressed,
    targetTokens,
    ...(result && toCheckedResult(plugin, situation, result, { before, targetTokens, tailStart })),
    repeated: isRepeatable ? await call(loose) : undefined,
    isInputChanged: isRepeatable && JSON.stringify(loose) !== JSON.stringify(before),
    again:
      isRepeatable && result?.kind === 'applied'
        ? await compressAgain(result.newHistory)
        : undefined,
    onBrokenInput: before === given ? undefined : await call(given),
    optimized: optimize && (await attempt(() => tryOptimize(optimize, before, situation.density))),
  };
}

function toCheckedResult(
  { humanText, longHumanText }: StrategyPlugin,
  { estimator }: TestCase,
  result: CompressionResult,
  {
    before,
    targetTokens,
    tailStart,
  }: Pick<Trial, 'before' | 'targetTokens'> & { readonly tailStart: TailStart },
): Pick<Trial, 'checked' | 'inconsistentClaim'> {
  const count = estimators[estimator];
  const isApplied = result.kind === 'applied';
  const after = isApplied ? result.newHistory : before;
  const { provenance = [], shortfallTokens } = result.metadata;
  const given = tailStart(before);
  const { start, inconsistentClaim } =
    given === undefined ? claimedTail(before, result) : { start: given };
  return {
    checked: {
      before,
      after,
      provenance: isApplied ? provenance : [],
      tailStart: start,
      isProtected: createIsProtected(isKept),
      humanText,
      ...defined({ longHumanText, shortfallTokens }),
      tokensBefore: count(before),
      tokensAfter: count(after),
      ...(isApplied ? defined({ targetTokens }) : {}),
    },
    inconsistentClaim,
  };
}

/** Returns what is left of a history after a conversion to a provider's format: new objects, without metadata unless the caller pinned them. */
function withoutMetadata(history: readonly IContent[]): IContent[] {
  return history.map((entry) => {
    const { speaker, blocks, metadata = {} } = entry;
    const isPinned = metadata.pinned === true || isKept(entry);
    return isPinned ? { speaker, blocks, metadata } : { speaker, blocks };
  });
}

/**
 * Returns the start of the tail that a result claims, at least the newest whole exchange. A result without a claim gets the default share.
 * Reports a claim that cannot be true.
 */
function claimedTail(
  before: readonly IContent[],
  { kind, metadata: { bottomPreserved } }: CompressionResult,
): { readonly start: number; readonly inconsistentClaim?: string | undefined } {
  const { length } = before;
  const cuts = safeCuts(indexExchanges(before));
  if (kind === 'noop' || bottomPreserved === undefined) {
    return { start: findTailStart(before, cuts, DEFAULT_PRESERVE_THRESHOLD) };
  }
  const newest = cuts.atOrBefore(length - 1);
  const start = length - bottomPreserved;
  if (Number.isInteger(start) && start >= 0 && start <= newest) return { start };
  return {
    start: newest,
    inconsistentClaim: `the result says that ${bottomPreserved} of ${length} entries were left alone, the newest whole exchange takes ${length - newest}`,
  };
}

/** Plans edits for a history, applies them, and plans again. */
function tryOptimize(
  optimize: NonNullable<CompressionStrategy['optimize']>,
  before: readonly IContent[],
  config: DensityConfig,
): Optimization {
  const plan = optimize(before, config);
  const { removals, replacements } = plan;
  const after = applyDensityResult(before, plan);
  const { provenance } = applyPlan(before, { removals: new Set(removals), replacements });
  return {
    plan,
    checked: {
      before,
      after,
      provenance,
      isProtected: createIsProtected(),
      humanText: 'eligible',
      // `optimize` has no estimator, so its sizes are counted in characters.
      tokensBefore: countShown(before),
      tokensAfter: countShown(after),
    },
    repeated: optimize(before, config),
    again: optimize(after, config),
  };
}

/** Returns the number of UTF-16 units that a model is shown: of texts unchanged, of other values as JSON. */
function countShown(history: readonly IContent[]): number {
  let characters = 0;
  for (const { blocks } of history) {
    for (const block of blocks) {
      for (const value of Object.values({ ...block, native: undefined })) {
        const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
        characters += text.length;
      }
    }
  }
  return characters;
}
