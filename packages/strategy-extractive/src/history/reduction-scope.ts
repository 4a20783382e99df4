import type { ReductionContext } from './reduction-context.ts';
import type {
  IContent,
  ToolCallBlock,
  ToolResponseBlock,
  ToolSummaryStatus,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { readLastingWords, type LastingWords } from '@palimpsest/engine/directives/words';
import {
  isRecordEntry,
  isRequest,
  personTexts,
  type ExchangeIndex,
  type EntryPredicate,
} from '@palimpsest/engine/history';
import { toolOutcome } from '@palimpsest/engine/tools';
import { humanTextCutter, type CutHumanText } from '@palimpsest/summarizer/reduce';

/** Facts that stay constant during a compression. Indices refer to the history at its start. */
export interface ReductionScope {
  readonly history: readonly IContent[];
  /** Tail start: entries from this index on stay unchanged. */
  readonly tailStart: number;
  /** Index of the newest user message, -1 if none. Only pasted data is removed from it, if it is longer than `LONG_HUMAN_TEXT`. */
  readonly newestHuman: number;
  /** Index of the first user message, -1 if none. Its beginning stays. */
  readonly firstHuman: number;
  /** Index of the model's text that the newest user message answers, -1 if none. It is reduced after user text without directives. */
  readonly answeredIndex: number;
  readonly isProtected: EntryPredicate;
  readonly taxonomy: ToolTaxonomy;
  readonly words: LastingWords;
  /** Lines of results that stay with what replaces the result: what the open question names. */
  readonly asked: ReadonlyMap<ToolResponseBlock, readonly string[]>;
  readonly cutHumanText: CutHumanText;
  /** Returns the key of a call and whether its result failed. */
  outcomeOf(call: ToolCallBlock, response: ToolResponseBlock): CallOutcome;
  /** Returns the call of a tool result, by the index of its entry and its 0-based number among the results there. */
  callAt(index: number, number: number): ToolCallBlock | undefined;
}

/** The key of a call, and whether its result failed. */
export interface CallOutcome {
  /** Short description of the call, such as its path. */
  readonly key: string | undefined;
  readonly status: ToolSummaryStatus;
}

export function createScope(
  exchangeIndex: ExchangeIndex,
  options: Pick<
    ReductionScope,
    'tailStart' | 'answeredIndex' | 'isProtected' | 'taxonomy' | 'asked'
  >,
): ReductionScope {
  const { history, responses } = exchangeIndex;
  const outcomes = new WeakMap<ToolResponseBlock, CallOutcome>();
  const calls = new Map<number, ToolCallBlock[]>();
  for (const { entry, call } of responses) {
    const known = calls.get(entry);
    if (known === undefined) calls.set(entry, [call.call]);
    else known.push(call.call);
  }
  const words = readLastingWords(history.map(personTexts));
  return {
    ...options,
    words,
    cutHumanText: humanTextCutter(words.lastingKind),
    outcomeOf({ name, parameters }, response) {
      const known = outcomes.get(response);
      if (known !== undefined) return known;
      const use = options.taxonomy.describe(name, parameters);
      const outcome = { key: use.key, status: toolOutcome(options.taxonomy, use, response) };
      outcomes.set(response, outcome);
      return outcome;
    },
    history,
    newestHuman: history.findLastIndex(isRequest),
    firstHuman: history.findIndex(isRequest),
    callAt: (index, number) => calls.get(index)?.[number],
  };
}

/** Returns whether an entry may be reduced: it is before the tail, not the newest user message or its answer, not protected, and no record. */
export function isReducible(
  { tailStart, newestHuman, answeredIndex, isProtected }: ReductionScope,
  index: number,
  entry: IContent,
): boolean {
  const isNewest = index === newestHuman || index === answeredIndex;
  return index < tailStart && !isNewest && !isProtected(entry) && !isRecordEntry(entry);
}

/** Yields the reducible entries with their indices, oldest first. */
export function* reducibleEntries({
  entries: now,
  scope,
}: Pick<ReductionContext, 'entries' | 'scope'>): Generator<
  readonly [index: number, entry: IContent]
> {
  const entries = now();
  for (let index = 0; index < scope.tailStart; index += 1) {
    const entry = entries[index];
    if (entry !== undefined && isReducible(scope, index, entry)) yield [index, entry];
  }
}
