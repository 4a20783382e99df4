import {
  defined,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import {
  createIsProtected,
  DEFAULT_PRESERVE_THRESHOLD,
  findTailStart,
  indexExchanges,
  repairHistory,
  safeCuts,
} from '@palimpsest/engine/history';
import { contextOf, estimators, isKept } from './context.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { TestCase } from './context.ts';
import { attempt, checkedAnswer, type Trial } from './trial.ts';

/** Returns the index of the first tail entry; `undefined` to use the claim of the result. */
type TailStart = (before: readonly IContent[]) => number | undefined;

/** Calls a strategy as a host does in this situation, repeats the call, and compresses the output again. */
export async function runTrial(
  plugin: StrategyPlugin,
  strategy: CompressionStrategy,
  situation: TestCase,
  tailStart: TailStart,
): Promise<Trial> {
  const given = deepFreeze(structuredClone([...situation.history]));
  const before = deepFreeze(repairHistory(given).history);
  const count = estimators[situation.estimator];
  const tokens = count(before);
  const call = (history: readonly IContent[], target?: number) =>
    attempt(async () => {
      const context = contextOf(situation, tokens, history);
      return checkedAnswer(
        await strategy.compress({ ...context, ...defined({ targetTokens: target }) }),
      );
    });

  const compressed = await call(before);
  const result = compressed.kind === 'answered' ? compressed.result : undefined;
  // Without a target in the context, a strategy may report the target that it used.
  const { targetTokens = result?.metadata.targetTokens } = contextOf(situation, tokens, before);
  const isApplied = result?.kind === 'applied';
  const after = isApplied ? result.newHistory : before;
  const { humanText, longHumanText, requiresLLM } = plugin;
  return {
    plugin,
    strategyName: strategy.name,
    situation,
    given,
    before,
    compressed,
    targetTokens,
    checked: result && {
      before,
      after,
      provenance: (isApplied && result.metadata.provenance) || [],
      tailStart: tailStart(before) ?? claimedTailStart(before, result),
      isProtected: createIsProtected(isKept),
      humanText,
      ...defined({ longHumanText, shortfallTokens: result.metadata.shortfallTokens }),
      tokensBefore: tokens,
      tokensAfter: count(after),
      ...(isApplied ? defined({ targetTokens }) : {}),
    },
    repeated: requiresLLM ? undefined : await call(before),
    again: isApplied && !requiresLLM ? await call(reloaded(after), targetTokens) : undefined,
    onBrokenInput: before === given ? undefined : await call(given),
  };
}

/** Returns what is left of a history after a conversion to a provider's format: new objects, without metadata unless the caller pinned them. */
function reloaded(history: readonly IContent[]): IContent[] {
  return structuredClone(history).map((entry) => {
    const { speaker, blocks, metadata = {} } = entry;
    const isPinned = metadata.pinned === true || isKept(entry);
    return isPinned ? { speaker, blocks, metadata } : { speaker, blocks };
  });
}

/** Returns the start of the tail that a result claims, at least the newest whole exchange; without a claim, the default share. */
function claimedTailStart(
  before: readonly IContent[],
  { kind, metadata: { bottomPreserved } }: CompressionResult,
): number {
  const cuts = safeCuts(indexExchanges(before));
  if (kind === 'noop' || bottomPreserved === undefined) {
    return findTailStart(before, cuts, DEFAULT_PRESERVE_THRESHOLD);
  }
  const { length } = before;
  return Math.max(0, Math.min(length - bottomPreserved, cuts.atOrBefore(length - 1)));
}
