import { OptionError } from '@palimpsest/core-types';
import type { IContent, NoopReason, StrategyPlugin, ToolTaxonomy } from '@palimpsest/core-types';
import {
  defineStrategy,
  type SettingsOf,
  type StrategyDecision,
  type StrategyInput,
} from '@palimpsest/engine';
import {
  expandToWholeExchanges,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  isHumanText,
} from '@palimpsest/history';
import { readModelOptions, summarySettings, type ModelOptions } from './model-options.ts';
import { replaceBySnapshot } from './replace-by-snapshot.ts';
import { splitPlan } from './snapshot-plan.ts';
import { MIN_COMPRESSIBLE, type Split } from './split.ts';

/** Input of a summary strategy. */
export type SummaryInput = StrategyInput<SettingsOf<typeof summarySettings>>;

export interface SummaryStrategy {
  readonly name: string;
  /** One sentence for users. */
  readonly description: string;
  /** Returns the range to summarize, or the reason why there is none. */
  readonly split: (
    input: SummaryInput,
    toolTaxonomy: ToolTaxonomy,
  ) => Promise<Split | NoopReason> | Split | NoopReason;
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
    shortfallReason: () => SHORTFALL_REASON,
    async plan(input) {
      checkTodos(input.context.activeTodos);
      const options = readModelOptions(input);
      const range = await split(input, options.toolTaxonomy);
      return typeof range === 'string'
        ? { noopReason: range }
        : await summarizeRange(facts.name, input, range, options);
    },
  });
}

async function summarizeRange(
  strategy: string,
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

  const replaced = await replaceBySnapshot({
    strategy,
    history,
    removed,
    newestHuman,
    isTaskKept: task < top || task >= bottom || held.has(task),
    isNewestHumanHeld: newestHuman >= top && newestHuman < bottom,
    tokensBefore: tokens,
    context,
    options,
  });
  context.signal?.throwIfAborted();
  const { snapshot, continuation, tokensAfter, calls: llmCalls } = replaced;
  if (snapshot === undefined) return { noopReason: 'no-gain', llmCalls };
  return {
    plan: splitPlan(history, removed, snapshot, continuation),
    tokensAfter,
    tail: history.length - bottom,
    dropped: { summarizedEntries: removed.length },
    llmCalls,
  };
}

const SHORTFALL_REASON =
  'the newest part stays, and so do a head that is kept, system and pinned entries and the newest human entry; a summary has to say what the user demanded and which files were touched';

/** Returns whether an earlier compression generated the entry. Summarizing only such entries gains nothing. */
function isGenerated(entry: IContent): boolean {
  return isGeneratedSnapshot(entry) || isGeneratedContinuation(entry);
}

/** @throws {OptionError} when todos are neither a string nor a list of tasks with string contents */
function checkTodos(todos: unknown): void {
  if (todos === undefined || typeof todos === 'string') return;
  const isList = Array.isArray(todos);
  const wrong = isList ? todos.findIndex((todo) => !isTodo(todo)) : -1;
  if (isList && wrong < 0) return;
  throw new OptionError(
    isList ? `activeTodos[${wrong}]` : 'activeTodos',
    isList ? todos[wrong] : todos,
    'a string, or a list of { content, status? } with string values',
  );
}

function isTodo(todo: unknown): boolean {
  if (typeof todo !== 'object' || todo === null || !('content' in todo)) return false;
  const status = 'status' in todo ? todo.status : undefined;
  return typeof todo.content === 'string' && (status === undefined || typeof status === 'string');
}
