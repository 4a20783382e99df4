import {
  describeValue,
  isMarker,
  resultParts,
  type ContentBlock,
  type HumanTextPolicy,
  type IContent,
} from '@palimpsest/core-types';
import {
  expandToWholeExchanges,
  findAnswer,
  hasContent,
  humanTextLength,
  indexExchanges,
  isBlank,
  isHumanText,
  isRecordEntry,
  personTexts,
} from '@palimpsest/engine/history';
import type { Law, LawInput } from '../law.ts';

/** Laws about entries that must stay, and about provenance. */
export const entryLaws: readonly Law[] = [
  {
    name: 'law-3-tail',
    guarantee: 'The newest entries are the same objects, at the end.',
    *find({ before, after, tailStart = before.length }) {
      for (let index = before.length - 1; index >= tailStart; index -= 1) {
        if (after[after.length - before.length + index] !== before[index])
          yield [index, 'a tail entry changed'];
      }
    },
  },
  {
    name: 'law-3-human-text',
    guarantee:
      'Text of users is kept, shortened or removed only as the strategy declares in `humanText`. The newest user entry always stays.',
    find: findChangedHumanText,
  },
  {
    name: 'law-8-provenance',
    guarantee:
      'Every entry of the result names the entries that it represents, and an entry that is called unchanged is unchanged.',
    *find({ before, after, provenance: records }) {
      if (records.length === 0) return;
      if (records.length !== after.length) {
        yield [-1, `${records.length} provenance records for ${after.length} entries`];
      }
      for (const [index, { sources, reason }] of records.entries()) {
        let last = -1;
        for (const source of sources) {
          const isNext = Number.isInteger(source) && source > last && source < before.length;
          if (!isNext) yield [index, `source ${source} is not a higher index than ${last}`];
          last = source;
        }
        const isKept = sources.length === 1 && before[sources[0]!] === after[index];
        if (reason === 'kept' && !isKept) yield [index, 'the entry is said to be kept, and is not'];
      }
    },
  },
];

const POLICIES: readonly HumanTextPolicy[] = ['kept', 'last', 'eligible'];

type Finding = readonly [index: number, message: string];

/** Finds changes of user text. An invalid policy is a violation whatever the result, as it guarantees nothing. */
function* findChangedHumanText(result: LawInput): Generator<Finding> {
  const { before, after, humanText, longHumanText = Infinity } = result;
  if (!POLICIES.includes(humanText))
    yield [-1, `humanText is ${describeValue(humanText)}, and none of ${POLICIES.join(', ')}`];
  const surviving = new Set(after);
  const repeated = new Set(after.filter(isRecordEntry).flatMap(personTexts));
  const newest = before.findLastIndex(isHumanText);
  let isReduced = false;
  for (const [index, entry] of before.entries()) {
    if (surviving.has(entry) || !isHumanText(entry)) continue;
    // A record repeats what a person wrote.
    if (personTexts(entry).every((text) => text.trim() === '' || repeated.has(text))) continue;
    const isLong = humanTextLength(entry) > longHumanText;
    isReduced ||= !isLong;
    if (index === newest && !(isLong && isRepresented(index, result)))
      yield [index, 'the newest human entry is gone'];
    if (humanText === 'kept' && !isLong) yield [index, 'human text changed'];
  }
  if (humanText === 'last' && isReduced) yield* findLeftText(result);
}

/** Returns whether the output has user text with content for an entry. A notice does not represent it. */
function isRepresented(index: number, { after, provenance }: LawInput): boolean {
  if (provenance.length === 0) return true;
  return provenance.some(({ sources, reason }, at) => {
    const entry = after[at];
    if (entry === undefined || reason === 'notice' || !sources.includes(index)) return false;
    if (isRecordEntry(entry)) return personTexts(entry).some((text) => text.trim() !== '');
    return isHumanText(entry) && !isBlank(entry);
  });
}

/** Finds texts before the tail that should have been reduced before user text. Protected entries and the text that the user answers may stay. */
function* findLeftText({ before, after, tailStart, isProtected }: LawInput): Generator<Finding> {
  if (tailStart === undefined) return;
  const end = Math.max(0, after.length - (before.length - tailStart));
  const answer = findAnswer(after);
  const staying = expandToWholeExchanges(
    indexExchanges(after),
    end,
    (at) => at === answer || isProtected(after[at]!),
  );
  for (const [index, entry] of after.slice(0, end).entries()) {
    if (entry.speaker === 'human' || staying.has(index)) continue;
    for (const block of entry.blocks) {
      const length = reducibleLength(block, entry);
      if (length > LEFT_LENGTH)
        yield [index, `${block.type} of ${length} characters left although human text was reduced`];
    }
  }
}

/** A reduced result of a failed call keeps its error, its last line and their context. In UTF-16 units. */
const LEFT_LENGTH = 1_500;

/** Returns the length of what a strategy that reduces texts could shorten in a block; white space counts once. */
function reducibleLength(block: ContentBlock, { speaker }: IContent): number {
  if (block.type === 'thinking') return hasContent(block) ? block.thought.length : 0;
  // Strategies do not edit the agent's code.
  if (block.type === 'code') return speaker === 'ai' ? 0 : block.code.length;
  if (block.type === 'text') return isMarker(block.text) ? 0 : shownLength(block.text);
  if (block.type !== 'tool_response') return 0;
  const texts = resultParts(block.result).map((part) => (part.type === 'text' ? part.text : ''));
  return Math.max(0, ...texts.map(shownLength));
}

function shownLength(text: string): number {
  return text.replaceAll(/\s+/g, ' ').length;
}
