import { floorShare } from '@palimpsest/engine/tokens';
import type { IContent, NoopReason, StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy, type StrategyDecision, type StrategyInput } from '@palimpsest/engine';
import {
  DEFAULT_PRESERVE_THRESHOLD,
  expandToWholeExchanges,
  findTailStart,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  isHumanText,
} from '@palimpsest/engine/history';
import {
  readModelOptions,
  summaryServices,
  summarySettings,
  type ModelOptions,
  type SummaryInput,
} from './model-options.ts';
import { replaceBySnapshot } from './replace-by-snapshot.ts';
import { checkTodos } from './todos.ts';

/** Minimum number of entries to summarize: fewer are not worth a model call. */
export const MIN_COMPRESSIBLE = 4;

/** Range of entries to summarize: from `top` to before `bottom`. */
export interface Split {
  readonly top: number;
  readonly bottom: number;
}

export interface SummaryStrategy {
  readonly name: string;
  /** One sentence for users. */
  readonly description: string;
  /** Returns the range to summarize, or the reason why there is none. */
  readonly split: (input: SummaryInput) => Promise<Split | NoopReason> | Split | NoopReason;
}

/**
 * Returns the plugin of a strategy that replaces a range of the history by a model's summary. `split` selects the range. Protected entries and
 * the newest user message stay in place. Directives, files and commands are computed and added to the model's text. The result is a no-op if it
 * is not smaller.
 *
 * Its `compress` throws {CompressionExecutionError} {EmptySummaryError} {CompressionProfileNotFoundError} {PromptResolutionError}
 * {CompressionStrategyError} `NO_MODEL`, {OptionError} for an invalid setting, and the reason of `signal`.
 */
export function defineSummaryStrategy({ split, ...facts }: SummaryStrategy): StrategyPlugin {
  return defineStrategy({
    ...facts,
    humanText: 'eligible',
    requiresLLM: true,
    skipWhen: 'under-explicit-target',
    settings: summarySettings,
    services: summaryServices,
    shortfallReason: () => SHORTFALL_REASON,
    async plan(input) {
      checkTodos(input.context.activeTodos);
      const range = await split(input);
      return typeof range === 'string'
        ? { noopReason: range }
        : await summarizeRange(input, range, readModelOptions(facts.name, input));
    },
  });
}

async function summarizeRange(
  input: SummaryInput,
  { top, bottom }: Split,
  options: ModelOptions,
): Promise<StrategyDecision> {
  const { history, index, context, isProtected, tokens } = input;
  const newestHuman = history.findLastIndex(isHumanText);
  const held = expandToWholeExchanges(
    index,
    bottom,
    (entry) => entry === newestHuman || isProtected(history[entry]!),
  );
  const removed: number[] = [];
  for (let entry = top; entry < bottom; entry += 1) if (!held.has(entry)) removed.push(entry);
  const fresh = removed.filter((entry) => !isGenerated(history[entry]!));
  if (fresh.length < MIN_COMPRESSIBLE) return { noopReason: 'too-few-compressible' };
  const task = history.findIndex(isHumanText);

  const decision = await replaceBySnapshot(
    {
      history,
      removed,
      newestHuman,
      isTaskKept: task < top || task >= bottom || held.has(task),
      isNewestHumanHeld: newestHuman >= top && newestHuman < bottom,
      tokensBefore: tokens,
    },
    options,
  );
  context.signal?.throwIfAborted();
  if (decision.plan === undefined) return decision;
  return {
    ...decision,
    tail: history.length - bottom,
    dropped: { summarizedEntries: removed.length },
  };
}

const SHORTFALL_REASON =
  'the newest part stays, and so do a head that is kept, system and pinned entries and the newest human entry; a summary has to say what the user demanded and which files were touched';

/** Returns whether an earlier compression generated the entry. Summarizing only such entries gains nothing. */
function isGenerated(entry: IContent): boolean {
  return isGeneratedSnapshot(entry) || isGeneratedContinuation(entry);
}

/** Returns the tail start by the host's threshold, moved backward so that no call is separated from its results. */
export function findPreservedTailStart({
  index: { history },
  cuts,
  context,
}: Pick<StrategyInput, 'index' | 'cuts' | 'context'>): number {
  const { preserveThreshold } = context.runtimeContext.ephemerals;
  const preserve = shareOf(preserveThreshold?.(), DEFAULT_PRESERVE_THRESHOLD);
  const newest = floorShare(1 - preserve, history.length);
  return cuts.atOrBefore(Math.min(newest, findTailStart(history, cuts, preserve)));
}

/** Returns a host's share, limited to 0–1; `usual` if it is missing or NaN. */
export function shareOf(given: number | undefined, usual: number): number {
  return given === undefined || Number.isNaN(given) ? usual : Math.min(1, Math.max(0, given));
}
