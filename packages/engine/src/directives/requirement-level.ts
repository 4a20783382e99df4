import { findCandidate, type Candidate, type FoundCues } from './cue-finder.ts';
import type { RequirementLevel } from '@palimpsest/core-types';
import { LEVELS_BY_STRENGTH, type DeclaredCue } from './cues/cue-table.ts';
import type { TableReader } from './table-reader.ts';

/** Sentences whose level is cached, because a compression reads them in its input, its output and its note. A few megabytes. */
const MAX_CACHED = 10_000;
const cachedLevels = new Map<string, RequirementLevel | undefined>();

/** Returns the requirement level of a sentence, or `undefined` if it is not a directive. */
export function findRequirementLevel(sentence: string): RequirementLevel | undefined {
  if (cachedLevels.has(sentence)) return cachedLevels.get(sentence);
  const candidate = findCandidate(sentence);
  const level = candidate === undefined ? undefined : strongestLevel(candidate);
  if (cachedLevels.size >= MAX_CACHED) cachedLevels.clear();
  cachedLevels.set(sentence, level);
  return level;
}

/** Punctuation and emphasis after a heading. */
const HEADING_END = /[\s:：#*_]{1,9}$/;
/** In UTF-16 units: a longer line is a sentence. */
const MAX_HEADING_LENGTH = 100;

/** Returns the level that a heading gives to the list below it: `Rules`, `Non-goals:`. */
export function findHeadingLevel(heading: string): RequirementLevel | undefined {
  if (heading.length > MAX_HEADING_LENGTH) return undefined;
  const { folded = '', tables = [] } = findCandidate(heading) ?? {};
  const text = folded.replace(HEADING_END, '');
  return tables
    .map((found) => firstLevel(found, 'listHeadings', text))
    .find((level) => level !== undefined);
}

const QUESTION_MARK = /[?？؟][!！?？)）"'”»」 ]{0,9}$/;

export function isQuestion(sentence: string): boolean {
  return QUESTION_MARK.test(sentence);
}

/** Ends of parts that are read separately: sentences that `sentenceSpans` left together before a small letter, and Chinese clauses. */
const PART_END = /(?<=[.!?]) (?!$)|(?<=[。！？，；])(?!$)/;
const MAY_HAVE_PARTS = /[.!?] .|[。！？，；]./;

function strongestLevel({ folded, tables }: Candidate): RequirementLevel | undefined {
  let strongest: RequirementLevel | undefined;
  for (const found of tables) {
    const { reader, cues } = found;
    if (cues.every(({ group }) => group === 'exceptions' || group === 'listHeadings')) continue;
    if (!reader.setting('language')!.test(folded)) continue;
    const rest = withoutExceptions(folded, found);
    for (const part of MAY_HAVE_PARTS.test(rest) ? rest.split(PART_END) : [rest])
      strongest = stronger(strongest, levelOfPart(part, found));
  }
  return strongest;
}

function withoutExceptions(folded: string, { reader, cues: [first, second] }: FoundCues): string {
  if (first?.group !== 'exceptions') return folded;
  const isOne = second?.group !== 'exceptions';
  return folded.replace(isOne ? reader.pattern(first) : reader.exceptions(), ' § ');
}

function levelOfPart(part: string, found: FoundCues): RequirementLevel | undefined {
  const { reader } = found;
  if (!isQuestion(part) && reader.setting('unmarkedQuestions')?.test(part) !== true)
    return levelOfStatement(part, found);
  const isRequest = reader.setting('requestQuestions')?.test(part) ?? true;
  const questionLevel = isRequest ? firstLevel(found, 'inQuestions', part) : undefined;
  const statement = statementOf(part, reader);
  return statement === ''
    ? questionLevel
    : stronger(questionLevel, levelOfStatement(statement, found));
}

/** The end of a statement that only requests agreement. */
const TAG =
  /(?:right|ok(?:ay)?|correct|or|no|yes|yeah|agreed?|makes? sense|please|got it|deal|fine)\W*$/;

/** Returns the statement before the question in a sentence: all of `it should be sorted, right?`, nothing of `is it sorted?`. */
function statementOf(question: string, reader: TableReader): string {
  const opener = reader.setting('questionOpeners');
  if (opener === undefined) return '';
  const start = reader.clauseStarts(question).find((index) => matchesAt(opener, question, index));
  if (start !== undefined) return question.slice(0, start);
  return !isQuestion(question) || TAG.test(question) ? question : '';
}

function levelOfStatement(text: string, found: FoundCues): RequirementLevel | undefined {
  const { reader, cues } = found;
  let cachedStarts: readonly number[] | undefined;
  const starts = () => (cachedStarts ??= reader.clauseStarts(text));
  const imperative = cues.find(
    (cue) => cue.group === 'imperatives' && beginsClause(reader.pattern(cue), text, starts),
  );
  const level = stronger(imperative?.level, firstLevel(found, 'cues', text));
  const requested = firstLevel(found, 'inRequests', text);
  if (requested === undefined || stronger(level, requested) === level) return level;
  const verbs = reader.setting('orderVerbs');
  const isRequest =
    (verbs !== undefined && starts().some((start) => matchesAt(verbs, text, start))) ||
    reader.setting('requestMarkers')?.test(text) === true;
  return isRequest ? requested : level;
}

/** Returns the strongest level of a group of cues that match a text. */
function firstLevel(
  { reader, cues }: FoundCues,
  group: DeclaredCue['group'],
  text: string,
): RequirementLevel | undefined {
  return cues.find((cue) => cue.group === group && reader.pattern(cue).test(text))?.level;
}

/** Returns whether a global pattern matches where a clause starts. Asks for the starts only if it matches at all. */
function beginsClause(pattern: RegExp, text: string, starts: () => readonly number[]): boolean {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (starts().includes(match.index)) return true;
    pattern.lastIndex = match.index + 1;
  }
  return false;
}

function matchesAt(sticky: RegExp, text: string, index: number): boolean {
  sticky.lastIndex = index;
  return sticky.test(text);
}

function stronger(
  one: RequirementLevel | undefined,
  other: RequirementLevel | undefined,
): RequirementLevel | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return LEVELS_BY_STRENGTH.indexOf(one) < LEVELS_BY_STRENGTH.indexOf(other) ? one : other;
}
