import type {
  IContent,
  ToolCallBlock,
  ToolResponseBlock,
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

/** A history by index; `undefined` for a removed entry. */
export type Entries = readonly (IContent | undefined)[];

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
  /** Lines of results that stay with what replaces the result: what the newest request names. */
  readonly asked: ReadonlyMap<ToolResponseBlock, readonly string[]>;
  readonly cutHumanText: CutHumanText;
  /** Returns whether the result of a call failed. */
  hasFailed(call: ToolCallBlock, response: ToolResponseBlock): boolean;
  /** Returns the call of a tool result, by the index of its entry and its 0-based number among the results there. */
  callAt(index: number, number: number): ToolCallBlock | undefined;
}

export function createScope(
  { history, responses }: ExchangeIndex,
  options: Pick<
    ReductionScope,
    'tailStart' | 'answeredIndex' | 'isProtected' | 'taxonomy' | 'asked'
  >,
): ReductionScope {
  const failures = new WeakMap<ToolResponseBlock, boolean>();
  const calls = Map.groupBy(responses, ({ entry }) => entry);
  const words = readLastingWords(history.map(personTexts));
  return {
    ...options,
    history,
    words,
    cutHumanText: humanTextCutter(words.lastingKind),
    newestHuman: history.findLastIndex(isRequest),
    firstHuman: history.findIndex(isRequest),
    hasFailed({ name, parameters }, response) {
      const { taxonomy } = options;
      const known = failures.get(response);
      if (known !== undefined) return known;
      const use = taxonomy.describe(name, parameters);
      const hasFailed = toolOutcome(taxonomy, use, response) === 'error';
      failures.set(response, hasFailed);
      return hasFailed;
    },
    callAt: (index, number) => calls.get(index)?.[number]?.call.call,
  };
}

/**
 * Returns whether an entry may be reduced: it is before the tail, neither the newest user message nor the text that it answers, not
 * protected, and no record.
 */
export function isReducible(
  { tailStart, newestHuman, answeredIndex, isProtected }: ReductionScope,
  index: number,
  entry: IContent,
): boolean {
  const isNewest = index === newestHuman || index === answeredIndex;
  return index < tailStart && !isNewest && !isProtected(entry) && !isRecordEntry(entry);
}

/** Returns whether a user text is the first request or has lasting words: it is reduced after all other user text, one with a directive last. */
export function isLastResort(
  { firstHuman, words }: ReductionScope,
  index: number,
  text: string,
  kinds: readonly ('directive' | 'statement')[] = ['directive', 'statement'],
): boolean {
  if (index === firstHuman) return true;
  const kind = words.lastingKind(text);
  return kind !== undefined && kinds.includes(kind) && !words.isRepeated(index);
}
