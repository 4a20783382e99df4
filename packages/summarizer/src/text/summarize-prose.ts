import type { Span } from '@palimpsest/text';
import { cutColumns } from './columns.ts';
import type { ProseReading } from './reading/read-prose.ts';

const GAP = '…';

const JOINER = ' ... ';

/**
 * Fits sentences into a number of columns: the best of each paragraph first, then the others, best first; a sentence that does not fit is
 * skipped. Output is in reading order. If none fits, the best sentence is truncated.
 *
 * @param wanted lines whose sentences are selected first
 */
export function summarizeProse(
  text: string,
  reading: ProseReading,
  budget: number,
  wanted: readonly Span[] = [],
): string {
  const picked: number[] = [];
  const sentences = new Set<string>();
  let left = budget;
  /** Selects a sentence if it fits. Returns whether others may fit. */
  const pick = (index: number): boolean => {
    const joiner = picked.length === 0 ? 0 : JOINER.length;
    if (left <= joiner) return false;
    const cost = reading.columns[index]! + joiner;
    if (cost > left) return true;
    const sentence = sentenceAt(text, reading, index);
    if (sentence === GAP || sentences.has(sentence)) return true;
    sentences.add(sentence);
    picked.push(index);
    left -= cost;
    return true;
  };
  const mayFitMore = wanted.flatMap((line) => sentencesOf(line, reading)).every(pick);
  if (mayFitMore) ranked(paragraphBests(text, reading), reading).every(pick);
  if (picked.length === 0) return cutColumns(bestSentence(text, reading), budget);
  return picked
    .toSorted((one, other) => one - other)
    .map((index) => sentenceAt(text, reading, index))
    .join(JOINER);
}

/** Returns the indices of the sentences that start in a line. */
function sentencesOf({ start, end }: Span, { spans }: ProseReading): number[] {
  return spans.flatMap((span, index) => (span.start >= start && span.start < end ? [index] : []));
}

function bestSentence(text: string, reading: ProseReading): string {
  const { spans, scores } = reading;
  let best = 0;
  for (let index = 1; index < spans.length; index++)
    if (scores[index]! > scores[best]!) best = index;
  return spans.length === 0 ? '' : sentenceAt(text, reading, best);
}

function sentenceAt(text: string, { spans }: ProseReading, index: number): string {
  return text.slice(spans[index]!.start, spans[index]!.end);
}

/** Returns the best sentence of each paragraph in reading order. Among equal scores: the one that shares most with the text, then the first. */
function paragraphBests(text: string, { spans, scores, shares }: ProseReading): number[] {
  const bests: number[] = [];
  let best = 0;
  for (let index = 1; index < spans.length; index++) {
    if (hasBlankLine(text, spans[index - 1]!.end, spans[index]!.start)) {
      bests.push(best);
      best = index;
    } else if (
      scores[index]! > scores[best]! ||
      (scores[index] === scores[best] && shares[index]! > shares[best]!)
    )
      best = index;
  }
  if (spans.length > 0) bests.push(best);
  return bests;
}

/** Returns whether the white space between two sentences contains a blank line. */
function hasBlankLine(text: string, start: number, end: number): boolean {
  let ends = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x0a || unit === 0x2028 || unit === 0x2029) ends++;
    else if (unit === 0x0d && text.charCodeAt(index + 1) !== 0x0a) ends++;
    if (ends > 1) return true;
  }
  return false;
}

/** Larger scores and shares are clamped to this. */
const MAX_SCORE = 0xffff;
const MAX_SHARE = 0x3f;
const MAX_INDEX = 2 ** 30;
const BEST_OF_PARAGRAPH: number = (MAX_SCORE + 1) * (MAX_SHARE + 1) * MAX_INDEX;

/**
 * Returns the indices of sentences in order of selection: the best of each paragraph, then the others; each by score, then by shared words,
 * then in reading order. Sentences with a score below 0 are omitted.
 *
 * @param bests in reading order
 */
function ranked(bests: readonly number[], { scores, shares }: ProseReading): Float64Array {
  // The sort key is packed into one number, which sorts many times faster than objects.
  const keys = new Float64Array(scores.length);
  let count = 0;
  let best = 0;
  for (let index = 0; index < scores.length; index++) {
    const isBest = bests[best] === index;
    if (isBest) best++;
    if (scores[index]! < 0) continue;
    const score = Math.min(scores[index]!, MAX_SCORE);
    const share = Math.min(shares[index]!, MAX_SHARE);
    const key = (score * (MAX_SHARE + 1) + share) * MAX_INDEX + (MAX_INDEX - 1 - index);
    keys[count] = isBest ? BEST_OF_PARAGRAPH + key : key;
    count++;
  }
  const listed = keys.subarray(0, count).toSorted().toReversed();
  return listed.map((key) => MAX_INDEX - 1 - (key % MAX_INDEX));
}
