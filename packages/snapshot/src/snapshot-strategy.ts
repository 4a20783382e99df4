import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  IContent,
  NoopReason,
  StrategyTrigger,
} from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createIsProtected,
  createResultBuilder,
  expandToWholeExchanges,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  isHumanText,
  repairHistory,
  safeCuts,
} from '@palimpsest/history';
import { SnapshotOptionError } from './snapshot-option-error.ts';
import {
  assertModel,
  resolveModelOptions,
  type ModelStrategyOptions,
  type ResolvedModelOptions,
} from './model-options.ts';
import { replaceBySnapshot } from './replace-by-snapshot.ts';
import { splitPlan } from './snapshot-plan.ts';
import { MIN_COMPRESSIBLE, type Split, type SplitContext } from './split-context.ts';

/** A strategy that lets a model summarize a part of the history. Strategies differ only in that part. */
export class SnapshotStrategy implements CompressionStrategy {
  readonly name: string;
  readonly requiresLLM = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #strategy: ModelStrategy;
  readonly #means: ResolvedModelOptions;

  /** @throws {SnapshotOptionError} when an option has the wrong type or value */
  constructor(strategy: ModelStrategy, options: ModelStrategyOptions = {}) {
    this.name = strategy.name;
    this.#strategy = strategy;
    this.#means = resolveModelOptions(options);
  }

  get needsProvider(): boolean {
    return this.#means.model === undefined;
  }

  /** @throws the errors of `compressWithModel` */
  async compress(context: CompressionContext): Promise<CompressionResult> {
    assertModel(this, context);
    return compressWithModel(context, this.#strategy, this.#means);
  }
}

export interface ModelStrategy {
  readonly name: string;
  /** Returns the range to summarize, or the reason why there is none. */
  split(ground: SplitContext): Promise<Split | NoopReason> | Split | NoopReason;
}

/**
 * Lets a model summarize a part of the history; shared by the strategies that call a model. Protected entries and the newest user message stay
 * in place. Directives, files and commands are computed and added to the model's text. Returns a no-op if the result is not smaller.
 *
 * @throws {CompressionExecutionError} {EmptySummaryError} {CompressionProfileNotFoundError} {PromptResolutionError} {CompressionStrategyError}
 * `NO_MODEL`; the reason of `signal`
 */
export async function compressWithModel(
  context: CompressionContext,
  strategy: ModelStrategy,
  means: ResolvedModelOptions,
): Promise<CompressionResult> {
  const { currentTokenCount, targetTokens, signal } = context;
  // The host may change its list while the model writes.
  const original = [...context.history];
  const estimateTokens = createCheckedEstimator(context.estimateTokens);
  signal?.throwIfAborted();
  checkTodos(context.activeTodos);
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  const decide = createResultBuilder({ strategy: strategy.name, original, repaired });
  if (history.length === 0) return decide({ noopReason: 'empty-history' });
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, ...(targetTokens === undefined ? {} : { targetTokens }) };
  if (targetTokens !== undefined && Math.min(tokensBefore, currentTokenCount) <= targetTokens) {
    return decide({ ...figures, noopReason: 'already-under-target' });
  }
  const place = await strategy.split({
    index,
    cuts: safeCuts(index),
    context: { ...context, estimateTokens },
  });
  if (typeof place === 'string')
    return decide({ ...figures, shortfallReason: STAYS, noopReason: place });

  const { top, bottom } = place;
  const isProtected = createIsProtected(context.pinned);
  const newestHuman = history.findLastIndex(isHumanText);
  const held = expandToWholeExchanges(
    index,
    bottom,
    (entry) => entry === newestHuman || isProtected(history[entry]!),
  );
  const removed: number[] = [];
  for (let entry = top; entry < bottom; entry += 1) if (!held.has(entry)) removed.push(entry);
  const fresh = removed.filter((entry) => !isOurs(history[entry]!));
  if (fresh.length < MIN_COMPRESSIBLE) {
    return decide({ ...figures, shortfallReason: STAYS, noopReason: 'too-few-compressible' });
  }
  const task = history.findIndex(isHumanText);

  const replaced = await replaceBySnapshot({
    strategy: strategy.name,
    history,
    removed,
    newestHuman,
    isTaskKept: task < top || task >= bottom || held.has(task),
    isNewestHumanHeld: newestHuman >= top && newestHuman < bottom,
    tokensBefore,
    context: { ...context, estimateTokens },
    means,
  });
  signal?.throwIfAborted();
  const { snapshot, continuation, tokensAfter, calls } = replaced;
  if (snapshot === undefined) {
    return decide({ ...figures, shortfallReason: STAYS, noopReason: 'no-gain', llmCalls: calls });
  }
  return decide({
    ...figures,
    plan: splitPlan(history, removed, snapshot, continuation),
    tokensAfter,
    tail: history.length - bottom,
    dropped: { summarizedEntries: removed.length },
    shortfallReason: STAYS,
    llmCalls: calls,
  });
}

const STAYS =
  'the newest part stays, and so do a head that is kept, system and pinned entries and the newest human entry; a summary has to say what the user demanded and which files were touched';

/** Returns whether an earlier compression generated the entry. Summarizing only such entries gains nothing. */
function isOurs(entry: IContent): boolean {
  return isGeneratedSnapshot(entry) || isGeneratedContinuation(entry);
}

/** @throws {SnapshotOptionError} when todos are neither a string nor a list of tasks with string contents */
function checkTodos(todos: unknown): void {
  if (todos === undefined || typeof todos === 'string') return;
  const isList = Array.isArray(todos);
  const wrong = isList ? todos.findIndex((todo) => !isTodo(todo)) : -1;
  if (isList && wrong < 0) return;
  throw new SnapshotOptionError(
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
