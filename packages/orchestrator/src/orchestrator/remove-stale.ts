import {
  CompressionStrategyError,
  type DensityResult,
  type IContent,
} from '@palimpsest/core-types';
import { applyDensityResult, createIsProtected, curate } from '@palimpsest/engine/history';
import { findNewViolations } from '../conversation/new-violations.ts';
import { countEach, sum } from '../count-each.ts';
import { withPins } from '../with-pins.ts';
import type { Decision } from './decide-request.ts';
import { toCandidate, type MeasuredCandidate, type PrepareContext } from './prepare-context.ts';

/** A plan of a strategy to remove stale or duplicate content. */
export interface StalePlan extends Pick<DensityResult, 'removals' | 'replacements'> {
  /** Index of the first entry that it removes or replaces. */
  readonly firstIndex: number;
  readonly savedTokens: number;
}

/** Plans the removal of stale content, if the strategy removes it continuously. Returns the error of a strategy that fails. */
export async function findStale(
  { history, tokens }: MeasuredCandidate,
  { call, options, estimateTokens }: PrepareContext,
): Promise<{ readonly stale?: StalePlan; readonly optimizeError?: unknown }> {
  const { strategy, density, thresholds } = call;
  const isContinuous = strategy.trigger.mode === 'continuous' && tokens >= thresholds.optimizeFrom;
  if (strategy.optimize === undefined || !isContinuous) return {};
  const { pinned } = options;
  let plan: DensityResult;
  try {
    const given = pinned === undefined ? history : withPins(history, createIsProtected(pinned));
    plan = strategy.optimize(given, density);
  } catch (error) {
    return { optimizeError: error };
  }
  const { removals, replacements } = plan;
  const touched = [...removals, ...replacements.keys()];
  if (touched.length === 0) return {};
  const before = await countEach(
    touched.flatMap((at) => history[at] ?? []),
    estimateTokens,
  );
  const after = await countEach([...replacements.values()], estimateTokens);
  const firstIndex = touched.reduce((first, at) => Math.min(first, at));
  return { stale: { removals, replacements, firstIndex, savedTokens: sum(before) - sum(after) } };
}

/** Removes the stale content that was chosen. An invalid plan changes nothing. */
export async function removeStale(decision: Decision, context: PrepareContext): Promise<Decision> {
  const { candidate, choice, optimized } = decision;
  if (choice?.stale === undefined) return decision;
  let history: readonly IContent[];
  try {
    history = applyStale(candidate.history, choice.stale, context);
  } catch (error) {
    return { ...decision, optimizeError: error };
  }
  const { removals, replacements } = choice.stale;
  return {
    ...decision,
    candidate: await toCandidate(curate(history), candidate.pending, context),
    optimized: optimized + removals.length + replacements.size,
  };
}

/** @throws {CompressionStrategyError} for an invalid plan */
function applyStale(
  history: readonly IContent[],
  plan: StalePlan,
  { call, options }: PrepareContext,
): readonly IContent[] {
  const isProtected = createIsProtected(options.pinned);
  const touched = [...plan.removals, ...plan.replacements.keys()];
  if (touched.some((at) => history[at] !== undefined && isProtected(history[at])))
    throw invalidPlanError(call.name, 'it changes a protected entry');
  const edited = applyDensityResult(history, plan);
  const [violation] = findNewViolations(history, edited);
  if (violation !== undefined) throw invalidPlanError(call.name, violation.message);
  return edited;
}

function invalidPlanError(strategy: string, why: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `The plan of "${strategy}" to remove stale content was rejected: ${why}. Nothing changed. Report this to the strategy's author.`,
    'LAW_BROKEN',
    { strategy },
  );
}
