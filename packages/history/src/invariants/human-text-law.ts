import {
  describeValue,
  type ContentBlock,
  type HumanTextPolicy,
  type IContent,
} from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';
import { findAnswer, humanTextLength, isHumanText, isNotice } from '../entries/human-text.ts';
import { findReducibleText } from './reducible-text.ts';
import type { CheckedResult, ResultInvariant } from './result-invariant.ts';
import { indexExchanges } from '../structure/exchange-index.ts';
import { expandToWholeExchanges } from '../structure/exchange-units.ts';

const POLICIES: ReadonlySet<HumanTextPolicy> = new Set(['kept', 'last', 'eligible']);

/** How user text may change (law 3). An invalid policy is a violation whatever the result, as it guarantees nothing. */
export const humanTextLaw: ResultInvariant = {
  name: 'law-3-human-text',
  guarantee:
    'Human text keeps to what the strategy declares; the newest human entry always survives. The text that it answers may stay.',
  *find(result) {
    const { before, after, humanText, longHumanText } = result;
    if (!POLICIES.has(humanText)) {
      yield [
        -1,
        `humanText is ${describeValue(humanText)}, and none of ${[...POLICIES].join(', ')}`,
      ];
    }
    const surviving = new Set(after);
    const newest = before.findLastIndex(isHumanText);
    const removed: number[] = [];
    for (const [index, entry] of before.entries()) {
      if (surviving.has(entry) || !isHumanText(entry)) continue;
      const isOrdinary = isLong(entry, result);
      if (!isOrdinary) removed.push(index);
      if (index === newest && !(isOrdinary && isRepresented(index, result))) {
        yield [index, 'the newest human entry is gone'];
      }
    }
    if (humanText === 'kept') for (const index of removed) yield [index, 'human text changed'];
    if (humanText !== 'last' || removed.length === 0) return;
    yield* longHumanText === undefined
      ? findRemovableEntries(result)
      : findReducibleEntries(result);
  },
};

type Finding = readonly [index: number, message: string];

/** Finds entries that should have been removed before user text, for strategies that remove entries. */
function* findRemovableEntries(result: CheckedResult): Generator<Finding> {
  const { after } = result;
  const end = headLength(result);
  const newest = after.slice(0, end).findLastIndex(isHumanText);
  const staying = listRetainedEntries(result, end, newest);
  for (const [index, entry] of after.slice(0, end).entries()) {
    const { speaker, blocks } = entry;
    if (speaker === 'human' || staying.has(index) || blocks.some(isOpaque)) continue;
    if (isNotice(entry)) continue;
    yield [index, `an ${speaker} entry is left although human text is gone`];
  }
}

/** Finds entries that should have been reduced before user text, for strategies that reduce texts. */
function* findReducibleEntries(result: CheckedResult): Generator<Finding> {
  const end = headLength(result);
  const staying = listRetainedEntries(result, end);
  for (const [index, entry] of result.after.slice(0, end).entries()) {
    const isFree = entry.speaker !== 'human' && !staying.has(index);
    const part = isFree ? findReducibleText(entry) : undefined;
    if (part !== undefined) yield [index, `${part} left although human text was reduced`];
  }
}

/** Returns the number of output entries before the tail; 0 if the tail is unknown. */
function headLength({ before, after, tailStart }: CheckedResult): number {
  const length = tailStart === undefined ? 0 : after.length - (before.length - tailStart);
  return Math.max(0, length);
}

/**
 * Returns the indices of entries that must stay: protected ones, the one at `newestIndex`, the assistant text that the newest user message
 * replies to, and all entries of their tool exchanges.
 */
function listRetainedEntries(
  { after, isProtected }: CheckedResult,
  end: number,
  newestIndex = -1,
): ReadonlySet<number> {
  const answer = findAnswer(after);
  return expandToWholeExchanges(
    indexExchanges(after),
    end,
    (index) => index === newestIndex || index === answer || isProtected(after[index]!),
  );
}

/** Returns whether user text is long enough to count as ordinary text. */
function isLong(entry: IContent, { longHumanText = Infinity }: CheckedResult): boolean {
  return isHumanText(entry) && humanTextLength(entry) > longHumanText;
}

/** Returns whether the output has user text with content for an entry. A notice does not represent it. */
function isRepresented(index: number, { after, provenance }: CheckedResult): boolean {
  if (provenance.length === 0) return true;
  return provenance.some(({ sources, reason }, at) => {
    const entry = after[at];
    if (entry === undefined || reason === 'notice' || !sources.includes(index)) return false;
    return isHumanText(entry) && !isBlank(entry);
  });
}

const isOpaque = ({ type }: ContentBlock): boolean => type === 'opaque';
