import type { DirectiveForce } from './directive.ts';
import { foldSentence } from './fold-sentence.ts';
import {
  FORCES,
  patternReaders,
  type ForcePatterns,
  type PatternReader,
} from './pattern-readers.ts';

/** How a sentence binds the one it is said to, or nothing. */
export function judgeSentence(sentence: string): DirectiveForce | undefined {
  const folded = foldSentence(sentence);
  let strongest: DirectiveForce | undefined;
  for (const reader of patternReaders()) {
    if (!reader.spoken.test(folded)) continue;
    const said = reader.excuse === undefined ? folded : folded.replace(reader.excuse, ' § ');
    for (const part of said.split(PARTS))
      strongest = stronger(strongest, forceOfPart(part, reader));
  }
  return strongest;
}

/** How a heading binds what stands under it, or nothing: `Rules`, `Non-goals:`. */
export function judgeHeading(heading: string): DirectiveForce | undefined {
  if (heading.length > LONGEST_HEADING) return undefined;
  const folded = foldSentence(heading).replace(HEADING_END, '');
  for (const { openers } of patternReaders()) {
    const found = anywhere(openers, folded);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a sentence asks. */
export function isQuestion(sentence: string): boolean {
  return QUESTION_MARK.test(sentence);
}

const QUESTION_MARK = /[?？؟][!！?？)）"'”»」 ]{0,9}$/;
/** Sentences that begin with a small letter stay in one; of a question in Chinese, the clauses before the last do not ask. */
const PARTS = /(?<=[.!?]) (?!$)|(?<=[。！？，；])(?!$)/;
const HEADING_END = /[\s:：#*_]{1,9}$/;
const LONGEST_HEADING = 100;

function forceOfPart(part: string, reader: PatternReader): DirectiveForce | undefined {
  if (QUESTION_MARK.test(part) || reader.asking?.test(part) === true)
    return anywhere(reader.politely, part);
  const starts = reader.starts(part);
  const found = stronger(atStarts(reader.imperatives, part, starts), anywhere(reader.cues, part));
  if (found === FORCES[0] || reader.whenTold.length === 0) return found;
  const isTold = isAtStart(reader.orders, part, starts) || reader.told?.test(part) === true;
  return isTold ? stronger(found, anywhere(reader.whenTold, part)) : found;
}

function anywhere(patterns: ForcePatterns, text: string): DirectiveForce | undefined {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

function atStarts(
  patterns: ForcePatterns,
  text: string,
  starts: readonly number[],
): DirectiveForce | undefined {
  return patterns.find(([, pattern]) => isAtStart(pattern, text, starts))?.[0];
}

function isAtStart(pattern: RegExp | undefined, text: string, starts: readonly number[]): boolean {
  return (
    pattern !== undefined &&
    starts.some((start) => {
      pattern.lastIndex = start;
      return pattern.test(text);
    })
  );
}

function stronger(
  one: DirectiveForce | undefined,
  other: DirectiveForce | undefined,
): DirectiveForce | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return FORCES.indexOf(one) < FORCES.indexOf(other) ? one : other;
}
