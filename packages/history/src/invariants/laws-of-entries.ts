import { describeValue, type HumanTextPolicy, type IContent } from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';
import { findAnswer, humanTextLength, isHumanText, isNotice } from '../entries/human-text.ts';
import { personTexts } from '../record/person-texts.ts';
import { isRecordEntry } from '../record/read-record.ts';
import { indexExchanges } from '../structure/exchange-index.ts';
import { expandToWholeExchanges } from '../structure/exchange-units.ts';
import { findReducibleText } from './reducible-text.ts';
import type { CheckedResult, ResultInvariant } from './result-invariant.ts';

export const lawsOfEntries: readonly ResultInvariant[] = [
  {
    name: 'law-2-order',
    guarantee: 'Surviving entries and blocks keep their order.',
    *find({ before, after, provenance }) {
      for (const index of findMoved(before, after)) {
        yield [index, 'an entry that was kept changed its place'];
      }
      let last = -1;
      for (const [index, { sources, reason }] of provenance.entries()) {
        if (reason === 'notice') continue;
        const source = sources[0];
        if (source === undefined) continue;
        if (source <= last) yield [index, `entry ${source} stands behind entry ${last}`];
        // A summary takes the position of the first entry it replaces; kept entries of the rest follow.
        last = reason === 'summary' ? source : sources.at(-1)!;
        const [old, now] = [before[source], after[index]];
        if (sources.length !== 1 || old === undefined || now === undefined) continue;
        if (old === now || findMoved(old.blocks, now.blocks).length === 0) continue;
        yield [index, `blocks of entry ${source} changed places`];
      }
    },
  },
  {
    name: 'law-3-protected',
    guarantee: 'System and pinned entries are the same objects.',
    *find({ before, after, isProtected }) {
      const surviving = new Set(after);
      for (const [index, entry] of before.entries()) {
        if (isProtected(entry) && !surviving.has(entry)) yield [index, 'a protected entry changed'];
      }
    },
  },
  {
    name: 'law-3-tail',
    guarantee: 'The tail is the same objects, at the end.',
    *find({ before, after, tailStart = before.length }) {
      const length = before.length - tailStart;
      for (let offset = 1; offset <= length; offset += 1) {
        const index = before.length - offset;
        if (after[after.length - offset] !== before[index]) yield [index, 'a tail entry changed'];
      }
    },
  },
  {
    name: 'law-3-human-text',
    guarantee:
      'Human text keeps to what the strategy declares; the newest human entry always survives. The text that it answers may stay.',
    find: findChangedHumanText,
  },
];

/** Returns the indices in `after` of objects from `before` that are out of order. Objects may occur several times. Linear. */
function findMoved(before: readonly object[], after: readonly object[]): number[] {
  /** First position of each object that was not passed yet, and by position the next one of the same object; -1 for none. */
  const first = new Map<object, number>();
  const next = new Int32Array(before.length);
  for (let position = before.length - 1; position >= 0; position -= 1) {
    next[position] = first.get(before[position]!) ?? -1;
    first.set(before[position]!, position);
  }
  const moved: number[] = [];
  let last = -1;
  for (let index = 0; index < after.length; index += 1) {
    let position = first.get(after[index]!);
    if (position === undefined) continue;
    while (position >= 0 && position <= last) position = next[position]!;
    first.set(after[index]!, position);
    if (position > last) last = position;
    else moved.push(index);
  }
  return moved;
}

const POLICIES: ReadonlySet<HumanTextPolicy> = new Set(['kept', 'last', 'eligible']);

type Finding = readonly [index: number, message: string];

/** Finds changes of user text (law 3). An invalid policy is a violation whatever the result, as it guarantees nothing. */
function* findChangedHumanText(result: CheckedResult): Generator<Finding> {
  const { before, after, humanText, longHumanText } = result;
  if (!POLICIES.has(humanText)) {
    const policies = [...POLICIES].join(', ');
    yield [-1, `humanText is ${describeValue(humanText)}, and none of ${policies}`];
  }
  const surviving = new Set(after);
  const newest = before.findLastIndex(isHumanText);
  const removed: number[] = [];
  for (const [index, entry] of before.entries()) {
    if (surviving.has(entry) || !isHumanText(entry) || isInRecord(entry, result)) continue;
    const isOrdinary = humanTextLength(entry) > (longHumanText ?? Infinity);
    if (!isOrdinary) removed.push(index);
    if (index === newest && !(isOrdinary && isRepresented(index, result))) {
      yield [index, 'the newest human entry is gone'];
    }
  }
  if (humanText === 'kept') for (const index of removed) yield [index, 'human text changed'];
  if (humanText !== 'last' || removed.length === 0) return;
  yield* longHumanText === undefined ? findRemovableEntries(result) : findReducibleEntries(result);
}

/** Finds entries that should have been removed before user text, for strategies that remove entries. */
function* findRemovableEntries(result: CheckedResult): Generator<Finding> {
  const head = headOf(result);
  const newest = head.findLastIndex(isHumanText);
  const staying = listRetainedEntries(result, head.length, newest);
  for (const [index, entry] of head.entries()) {
    const { speaker, blocks } = entry;
    if (speaker === 'human' || staying.has(index) || isNotice(entry)) continue;
    if (blocks.some(({ type }) => type === 'opaque')) continue;
    yield [index, `an ${speaker} entry is left although human text is gone`];
  }
}

/** Finds entries that should have been reduced before user text, for strategies that reduce texts. */
function* findReducibleEntries(result: CheckedResult): Generator<Finding> {
  const head = headOf(result);
  const staying = listRetainedEntries(result, head.length);
  for (const [index, entry] of head.entries()) {
    const isFree = entry.speaker !== 'human' && !staying.has(index);
    const part = isFree ? findReducibleText(entry) : undefined;
    if (part !== undefined) yield [index, `${part} left although human text was reduced`];
  }
}

/** Returns the output entries before the tail; none if the tail is unknown. */
function headOf({ before, after, tailStart }: CheckedResult): readonly IContent[] {
  const length = tailStart === undefined ? 0 : after.length - (before.length - tailStart);
  return after.slice(0, Math.max(0, length));
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

/** Returns whether a record of the output repeats everything that a person wrote in an entry. */
function isInRecord(entry: IContent, { after }: CheckedResult): boolean {
  let repeated = repeatedTexts.get(after);
  if (repeated === undefined) {
    repeated = new Set(after.filter(isRecordEntry).flatMap(personTexts));
    repeatedTexts.set(after, repeated);
  }
  return personTexts(entry).every((text) => text.trim() === '' || repeated.has(text));
}

/** What records repeat of people, by output. */
const repeatedTexts = new WeakMap<readonly IContent[], ReadonlySet<string>>();

/** Returns whether the output has user text with content for an entry. A notice does not represent it. */
function isRepresented(index: number, { after, provenance }: CheckedResult): boolean {
  if (provenance.length === 0) return true;
  return provenance.some(({ sources, reason }, at) => {
    const entry = after[at];
    if (entry === undefined || reason === 'notice' || !sources.includes(index)) return false;
    if (isRecordEntry(entry)) return personTexts(entry).some((text) => text.trim() !== '');
    return isHumanText(entry) && !isBlank(entry);
  });
}
