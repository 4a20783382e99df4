import { findCandidate, type Candidate } from './cue-finder.ts';
import type { RequirementLevel } from '@palimpsest/core-types';
import { LEVELS } from './cues/cue-table.ts';
import type { Cue, TableReader } from './table-reader.ts';

/** The sentences of a compression are read several times: in the input, the output and the note. */
const MAX_KNOWN = 10_000;
const known = new Map<string, RequirementLevel | undefined>();

/** Returns the requirement level of a sentence, or `undefined` if it is not a directive. */
export function findRequirementLevel(sentence: string): RequirementLevel | undefined {
  if (known.has(sentence)) return known.get(sentence);
  const candidate = findCandidate(sentence);
  const level = candidate === undefined ? undefined : strongestLevel(candidate);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(sentence, level);
  return level;
}

const HEADING_END = /[\s:：#*_]{1,9}$/;
const MAX_HEADING_LENGTH = 100;

/** Returns the level that a heading gives to the list below it: `Rules`, `Non-goals:`. */
export function findHeadingLevel(heading: string): RequirementLevel | undefined {
  if (heading.length > MAX_HEADING_LENGTH) return undefined;
  const candidate = findCandidate(heading);
  return candidate === undefined
    ? undefined
    : firstLevel(candidate.cues, 'listHeadings', candidate.folded.replace(HEADING_END, ''));
}

const QUESTION_MARK = /[?？؟][!！?？)）"'”»」 ]{0,9}$/;

export function isQuestion(sentence: string): boolean {
  return QUESTION_MARK.test(sentence);
}

/** Sentences that begin with a small letter are not split before. In a Chinese question, only the last clause asks. */
const PARTS = /(?<=[.!?]) (?!$)|(?<=[。！？，；])(?!$)/;
const MAY_HAVE_PARTS = /[.!?] .|[。！？，；]./;

function strongestLevel({ folded, cues }: Candidate): RequirementLevel | undefined {
  let strongest: RequirementLevel | undefined;
  for (let first = 0; first < cues.length;) {
    const { table } = cues[first]!;
    let next = first + 1;
    while (cues[next]?.table === table) next++;
    const own = cues.slice(first, next);
    first = next;
    if (!own.some(({ group }) => group !== 'exceptions' && group !== 'listHeadings')) continue;
    if (!table.language().test(folded)) continue;
    const rest = withoutExceptions(folded, table, own);
    for (const part of MAY_HAVE_PARTS.test(rest) ? rest.split(PARTS) : [rest])
      strongest = stronger(strongest, levelOfPart(part, table, own));
  }
  return strongest;
}

function withoutExceptions(folded: string, table: TableReader, cues: readonly Cue[]): string {
  const [first, second] = cues;
  if (first?.group !== 'exceptions') return folded;
  const pattern = second?.group === 'exceptions' ? table.exceptions() : first.pattern();
  return folded.replace(pattern, ' § ');
}

function levelOfPart(
  part: string,
  table: TableReader,
  cues: readonly Cue[],
): RequirementLevel | undefined {
  if (!isQuestion(part) && table.unmarkedQuestions()?.test(part) !== true)
    return levelOfStatement(part, table, cues);
  const isRequest = table.requestQuestions()?.test(part) ?? true;
  const asked = isRequest ? firstLevel(cues, 'inQuestions', part) : undefined;
  const statement = statementOf(part, table);
  return statement === '' ? asked : stronger(asked, levelOfStatement(statement, table, cues));
}

/** Ends a statement that only asks for agreement. */
const TAG =
  /(?:right|ok(?:ay)?|correct|or|no|yes|yeah|agreed?|makes? sense|please|got it|deal|fine)\W*$/;

/** Returns what a question states before it asks: all of `it should be sorted, right?`, nothing of `is it sorted?`. */
function statementOf(question: string, table: TableReader): string {
  const opener = table.questionOpeners();
  if (opener === undefined) return '';
  const start = table
    .clauseStarts()(question)
    .find((index) => matchesAt(opener, question, index));
  if (start !== undefined) return question.slice(0, start);
  return !isQuestion(question) || TAG.test(question) ? question : '';
}

function levelOfStatement(
  text: string,
  table: TableReader,
  cues: readonly Cue[],
): RequirementLevel | undefined {
  let found: readonly number[] | undefined;
  const starts = () => (found ??= table.clauseStarts()(text));
  const imperative = cues.find(
    ({ group, pattern }) => group === 'imperatives' && beginsClause(pattern(), text, starts),
  );
  const level = stronger(imperative?.level, firstLevel(cues, 'cues', text));
  const requested = firstLevel(cues, 'inRequests', text);
  if (requested === undefined || stronger(level, requested) === level) return level;
  const verbs = table.orderVerbs();
  const isRequest =
    (verbs !== undefined && starts().some((start) => matchesAt(verbs, text, start))) ||
    table.requestMarkers()?.test(text) === true;
  return isRequest ? requested : level;
}

/** Returns the strongest level of a group of cues that match a text. */
function firstLevel(
  cues: readonly Cue[],
  group: Cue['group'],
  text: string,
): RequirementLevel | undefined {
  return cues.find((cue) => cue.group === group && cue.pattern().test(text))?.level;
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
  return LEVELS.indexOf(one) < LEVELS.indexOf(other) ? one : other;
}
