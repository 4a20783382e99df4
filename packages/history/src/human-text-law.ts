import {
  describeValue,
  type ContentBlock,
  type HumanTextPolicy,
  type IContent,
} from '@palimpsest/core-types';
import { isBlank } from './blank.ts';
import { indexExchanges } from './exchange-index.ts';
import { expandToWholeExchanges } from './expand-to-whole-exchanges.ts';
import { humanTextLength, isHumanText, isNotice } from './human-text.ts';
import type { CheckedResult, ResultInvariant } from './result-invariant.ts';
import { findReducibleText } from './spent.ts';

const POLICIES: ReadonlySet<HumanTextPolicy> = new Set(['kept', 'last', 'eligible']);

/** What may become of what people said (law 3). A declaration that is none is broken whatever the result: nobody could say what it promises. */
export const humanTextLaw: ResultInvariant = {
  name: 'law-3-human-text',
  guarantee:
    'Human text keeps to what the strategy declares; the newest human entry always survives.',
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
    const gone: number[] = [];
    for (const [index, entry] of before.entries()) {
      if (surviving.has(entry) || !isHumanText(entry)) continue;
      const isOrdinary = isLong(entry, result);
      if (!isOrdinary) gone.push(index);
      if (index === newest && !(isOrdinary && isRepresented(index, result))) {
        yield [index, 'the newest human entry is gone'];
      }
    }
    if (humanText === 'kept') for (const index of gone) yield [index, 'human text changed'];
    if (humanText !== 'last' || gone.length === 0) return;
    yield* longHumanText === undefined ? findLeft(result) : findUnspent(result);
  },
};

type Finding = readonly [index: number, message: string];

/** Where entries are dropped: those that should have gone before human text did. */
function* findLeft(result: CheckedResult): Generator<Finding> {
  const { after } = result;
  const end = headLength(result);
  const newest = after.slice(0, end).findLastIndex(isHumanText);
  const staying = stays(result, end, newest);
  for (const [index, entry] of after.slice(0, end).entries()) {
    const { speaker, blocks } = entry;
    if (speaker === 'human' || staying.has(index) || blocks.some(isOpaque)) continue;
    if (isNotice(entry)) continue;
    yield [index, `an ${speaker} entry is left although human text is gone`];
  }
}

/** Where entries are reduced: those of others, of which something should have gone before human text did. */
function* findUnspent(result: CheckedResult): Generator<Finding> {
  const end = headLength(result);
  const staying = stays(result, end);
  for (const [index, entry] of result.after.slice(0, end).entries()) {
    const isFree = entry.speaker !== 'human' && !staying.has(index);
    const part = isFree ? findReducibleText(entry) : undefined;
    if (part !== undefined) yield [index, `${part} left although human text was reduced`];
  }
}

/** Entries of the result before the tail; none where nobody said where the tail is. */
function headLength({ before, after, tailStart }: CheckedResult): number {
  const length = tailStart === undefined ? 0 : after.length - (before.length - tailStart);
  return Math.max(0, length);
}

/** Protected entries, one that stays beside them, and those whose exchange cannot go without one. */
function stays(
  { after, isProtected }: CheckedResult,
  end: number,
  beside = -1,
): ReadonlySet<number> {
  return expandToWholeExchanges(
    indexExchanges(after),
    end,
    (index) => index === beside || isProtected(after[index]!),
  );
}

/** Whether human text counts as ordinary text, for its length. */
function isLong(entry: IContent, { longHumanText = Infinity }: CheckedResult): boolean {
  return isHumanText(entry) && humanTextLength(entry) > longHumanText;
}

/** Whether human text with content is left of an entry. A notice that names it does not say what it said. */
function isRepresented(index: number, { after, provenance }: CheckedResult): boolean {
  if (provenance.length === 0) return true;
  return provenance.some(({ sources, reason }, at) => {
    const entry = after[at];
    if (entry === undefined || reason === 'notice' || !sources.includes(index)) return false;
    return isHumanText(entry) && !isBlank(entry);
  });
}

const isOpaque = ({ type }: ContentBlock): boolean => type === 'opaque';
