import {
  formatTruncationMarker,
  isMarker,
  mediaPlaceholder,
  parseDuplicateMarker,
  type IContent,
  type ToolCallBlock,
  type ToolResponseBlock,
  hasToolResult,
} from '@palimpsest/core-types';
import { hasContent, mergeAdjacent, type EvictionCandidate } from '@palimpsest/engine/history';
import {
  SHORT_RESULT_LENGTH,
  isResultLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/engine/tools';
import { isUseful, parseOriginalLength, truncateToMarker } from '@palimpsest/summarizer/reduce';
import { isPlainMessage, kindOf, type Kind } from './extract-passages.ts';
import { proseOf, withProse } from './prose.ts';
import { currentEntries, reducibleEntries, type ReductionContext } from './reduce-passages.ts';
import { getSoleText, listResultTexts, responsesOf, withResult } from './responses.ts';
import { isLastResort, type ReductionScope } from './scope.ts';

/**
 * Creates a candidate that edits one entry.
 *
 * @param edit returns the same entry if it stays, `undefined` to remove it
 */
export function editEntry(
  index: number,
  edit: (entry: IContent) => IContent | undefined,
): EvictionCandidate {
  return {
    changes(current) {
      const entry = current(index);
      const after = entry && edit(entry);
      return after === entry ? new Map() : new Map([[index, after]]);
    },
    dropped: {},
    onlyIfSmaller: true,
  };
}

/** Lists replacements of tool results by a line with the tool, its size and, if it failed, its error; longest first. */
export function* replaceResults(context: ReductionContext): Generator<EvictionCandidate> {
  const { scope } = context;
  const results = reducibleEntries(context).flatMap(([index, entry]) =>
    responsesOf(entry).flatMap((block, response) => {
      const call = scope.callAt(index, response);
      return call === undefined ? [] : { index, response, call, length: lengthOf(block) };
    }),
  );
  for (const { index, response, call } of longestFirst(results)) {
    const given = responsesOf(scope.history[index]!)[response]!;
    yield editEntry(index, (entry) =>
      withResult(entry, response, (block) => lineOf(block, { given, call, scope }) ?? block),
    );
  }
}

function lengthOf(block: ToolResponseBlock): number {
  return sum(listResultTexts(block).map(({ text }) => text.length));
}

function longestFirst<Item extends { readonly length: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => other.length - one.length);
}

/** Returns the line of a result; `undefined` for a short success, a marker of an earlier run, a reference, or if nothing is saved. */
function lineOf(
  block: ToolResponseBlock,
  {
    given,
    call,
    scope,
  }: {
    readonly given: ToolResponseBlock;
    readonly call: ToolCallBlock;
    readonly scope: ReductionScope;
  },
): ToolResponseBlock | undefined {
  const isShort = !isResultLongerThan(given.result, SHORT_RESULT_LENGTH);
  if (isShort && !scope.hasFailed(call, given)) return undefined;
  if (isMarker(getSoleText(given) ?? '')) return undefined;
  if (parseDuplicateMarker(getSoleText(block) ?? '') !== undefined) return undefined;
  const line = summarizeResponse(call, given, scope.taxonomy, scope.asked.get(given));
  // Both `result` and `error` of a failure may be shorter.
  const errorFreed = (block.error?.length ?? 0) - (line.error?.length ?? 0);
  const length = resultLength(line.result) - errorFreed;
  return length < 0 || isResultLongerThan(block.result, length) ? line : undefined;
}

/** Lists replacements of all texts of a kind by truncation markers: the longest first, summaries last. */
export function* replaceTexts(
  context: ReductionContext,
  kind: Kind,
  isKept: (index: number, text: string) => boolean = () => false,
): Generator<EvictionCandidate> {
  const texts = reducibleEntries(context).flatMap(([index, entry]) => {
    const text = proseOf(entry);
    const isFree = text !== undefined && kindOf(entry) === kind && !isKept(index, text);
    return isFree ? { index, length: isMarker(text) ? 0 : text.length } : [];
  });
  for (const { index } of longestFirst(texts)) {
    yield editEntry(index, (entry) => {
      const text = proseOf(entry);
      const marker = text === undefined ? undefined : truncateToMarker(text);
      return marker === undefined ? entry : withProse(entry, marker);
    });
  }
}

/**
 * Lists merges of adjacent old messages into one truncation marker, oldest first: one marker per entry would leave short messages little
 * but markers. It has no content, so it may represent user and assistant messages alike. Then lists replacements of what is left. User messages
 * with words of the kept kinds stay, and so do the first request and the newest one.
 */
export function* mergeOldMessages(
  context: ReductionContext,
  kept: readonly ('directive' | 'statement')[],
): Generator<EvictionCandidate> {
  const { scope, entryAt } = context;
  const isKept = (index: number, text: string): boolean => isLastResort(scope, index, text, kept);
  const free = new Set(
    reducibleEntries(context).flatMap(([index, entry]) => {
      const text = proseOf(entry);
      const isFree = text !== undefined && !(entry.speaker === 'human' && isKept(index, text));
      // References and other markers contain more than a truncation marker would.
      return isFree && isPlainMessage(entry) && parseOriginalLength(text) !== undefined
        ? index
        : [];
    }),
  );
  yield* mergeAdjacent(currentEntries(context), {
    now: entryAt,
    canMerge: (index) => free.has(index),
    fold(members) {
      const texts = members.map((entry) => proseOf(entry)!);
      const marker = formatTruncationMarker(sum(texts.map((text) => parseOriginalLength(text)!)));
      const length = sum(texts.map((text) => text.length));
      const isGain = isMarker(texts[0]!) ? marker.length < length : isUseful(marker, { length });
      return isGain ? withProse(members[0]!, marker) : undefined;
    },
  });
  yield* replaceTexts(context, 'agent');
  yield* replaceTexts(context, 'people', isKept);
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((all, one) => all + one, 0);
}

/** Lists removals of reasoning, oldest first. An entry with nothing else is removed. */
export function* dropThinking(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, { speaker, blocks }] of reducibleEntries(context)) {
    if (speaker !== 'ai' || blocks.every(({ type }) => type !== 'thinking')) continue;
    // Even if it saves no tokens: reasoning is always removed before user text.
    yield { ...dropBlocks(index, 'thinking'), onlyIfSmaller: false };
  }
}

/** Lists removals of media next to tool results, oldest first. */
export function* dropMedia(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, entry] of reducibleEntries(context)) {
    const isResult = entry.speaker === 'tool' && responsesOf(entry).length > 0;
    if (isResult && entry.blocks.some(({ type }) => type === 'media'))
      yield dropBlocks(index, 'media');
  }
}

function dropBlocks(index: number, type: 'media' | 'thinking'): EvictionCandidate {
  return editEntry(index, (entry) => {
    const blocks = entry.blocks.filter((block) => block.type !== type);
    return blocks.some(hasContent) ? { ...entry, blocks } : undefined;
  });
}

/** Lists replacements of what people attached by one-line placeholders, oldest first: it goes before what they and the agent said. */
export function* replaceAttachments(context: ReductionContext): Generator<EvictionCandidate> {
  for (const [index, given] of reducibleEntries(context)) {
    const hasMedia = given.blocks.some(({ type }) => type === 'media');
    if (given.speaker !== 'human' || hasToolResult(given) || !hasMedia) continue;
    yield editEntry(index, (entry) => ({
      ...entry,
      blocks: entry.blocks.map((block) =>
        block.type === 'media' ? { type: 'text', text: mediaPlaceholder(block) } : block,
      ),
    }));
  }
}
