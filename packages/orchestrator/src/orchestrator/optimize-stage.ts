import { CompressionStrategyError, type IContent } from '@palimpsest/core-types';
import { applyDensityResult, historyInvariants, createIsProtected } from '@palimpsest/history';
import { withPins } from '../with-pins.ts';
import type { PrepareContext } from './prepare-context.ts';

/** A plan of a strategy to remove stale or duplicate content from a history. */
export interface StalePlan {
  /** Index of the first entry that it removes or replaces. */
  readonly firstIndex: number;
  readonly savedTokens: number;
  /** Number of entries that it removes or replaces. */
  readonly count: number;
  /** @throws {CompressionStrategyError} for an invalid plan; nothing changes then */
  apply(): readonly IContent[];
}

/** Plans the removal of stale content. Returns `undefined` if there is none, or the strategy has no continuous `optimize`. */
export async function planStale(
  raw: readonly IContent[],
  { call, options, meter }: Pick<PrepareContext, 'call' | 'options' | 'meter'>,
): Promise<StalePlan | undefined> {
  const { strategy, density } = call;
  if (strategy.optimize === undefined || strategy.trigger.mode !== 'continuous') return undefined;
  const { pinned } = options;
  const isProtected = createIsProtected(pinned);
  const plan = strategy.optimize(pinned === undefined ? raw : withPins(raw, isProtected), density);
  const { removals, replacements } = plan;
  const count = removals.length + replacements.size;
  if (count === 0) return undefined;
  const touched = [...removals, ...replacements.keys()];
  const entries = touched.flatMap((at) => raw[at] ?? []);
  const before = await meter.tokensOf(entries);
  const after = await meter.tokensOf([...replacements.values()]);
  return {
    firstIndex: touched.reduce((first, at) => Math.min(first, at)),
    savedTokens: before - after,
    count,
    apply() {
      const broken = entries.find(isProtected);
      if (broken !== undefined) throw refusal(call.name, 'it changes a protected entry');
      const planned = applyDensityResult(raw, plan);
      for (const invariant of historyInvariants) {
        const [violation] = invariant.check(planned);
        if (violation !== undefined && invariant.check(raw).length === 0) {
          throw refusal(call.name, violation.message);
        }
      }
      return planned;
    },
  };
}

function refusal(strategy: string, why: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `The plan of "${strategy}" to remove stale content was rejected: ${why}. Nothing changed. Report this to the strategy's author.`,
    'LAW_BROKEN',
    { strategy },
  );
}
