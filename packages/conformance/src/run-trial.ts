import type {
  CompressionResult,
  CompressionStrategy,
  IContent,
  StrategyPlugin,
} from '@palimpsest/core-types';
import {
  createIsProtected,
  repairHistory,
  type CheckedResult,
  DEFAULT_PRESERVE_THRESHOLD,
  indexExchanges,
  safeCuts,
  findTailStart,
} from '@palimpsest/history';
import { deepFreeze } from '@palimpsest/testing';
import { attempt, attemptCompress } from './attempt.ts';
import { contextOf, isKept } from './context.ts';
import { estimators } from './estimators.ts';
import type { TestCase } from './test-case.ts';
import type { Trial } from './trial.ts';
import { tryOptimize } from './try-optimize.ts';

/** Calls a strategy as a host does in this situation, repeats the call, compresses the output again, and plans an optimization. */
export async function runTrial(
  plugin: StrategyPlugin,
  strategy: CompressionStrategy,
  situation: TestCase,
  /** Returns the index of the first tail entry; `undefined` to use the claim of the result. */
  tailStart: (before: readonly IContent[]) => number | undefined,
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
  const optimize = strategy.optimize?.bind(strategy);
  return {
    plugin,
    strategyName: strategy.name,
    situation,
    given,
    before,
    compressed,
    ...(targetTokens === undefined ? {} : { targetTokens }),
    ...(result === undefined
      ? {}
      : judgedOf(plugin, situation, {
          before,
          targetTokens,
          result,
          tailStart: tailStart(before),
        })),
    ...(isRepeatable
      ? { repeated: await call(loose), isInputChanged: textOf(loose) !== textOf(before) }
      : {}),
    ...(isRepeatable && result?.kind === 'applied'
      ? {
          again: await attemptCompress(() => {
            const output = structuredClone(withoutMetadata(result.newHistory));
            return strategy.compress({
              ...contextFor(output),
              ...(targetTokens === undefined ? {} : { targetTokens }),
            });
          }),
        }
      : {}),
    ...(before === given ? {} : { onBrokenInput: await call(given) }),
    ...(optimize === undefined
      ? {}
      : { optimized: await attempt(() => tryOptimize(optimize, before, situation.density)) }),
  };
}

function textOf(history: readonly IContent[]): string {
  return JSON.stringify(history);
}

interface Made {
  readonly before: readonly IContent[];
  readonly targetTokens: number | undefined;
  readonly result: CompressionResult;
  readonly tailStart: number | undefined;
}

function judgedOf(
  { humanText, longHumanText }: StrategyPlugin,
  { estimator }: TestCase,
  { before, targetTokens, result, tailStart }: Made,
): { readonly judged: CheckedResult; readonly inconsistentClaim?: string } {
  const count = estimators[estimator];
  const isApplied = result.kind === 'applied';
  const after = isApplied ? result.newHistory : before;
  const { provenance = [], shortfallTokens } = result.metadata;
  const { start, inconsistentClaim } =
    tailStart === undefined ? claimedTail(before, result) : { start: tailStart };
  return {
    judged: {
      before,
      after,
      provenance: isApplied ? provenance : [],
      tailStart: start,
      isProtected: createIsProtected(isKept),
      humanText,
      ...(longHumanText === undefined ? {} : { longHumanText }),
      tokensBefore: count(before),
      tokensAfter: count(after),
      ...(isApplied && targetTokens !== undefined ? { targetTokens } : {}),
      ...(shortfallTokens === undefined ? {} : { shortfallTokens }),
    },
    ...(inconsistentClaim === undefined ? {} : { inconsistentClaim }),
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
): { readonly start: number; readonly inconsistentClaim?: string } {
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
