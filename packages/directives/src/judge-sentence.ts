import { everyCandidate, findCandidate, type Candidate } from './cue-finder.ts';
import type { RequirementLevel } from './directive.ts';
import { LEVELS, type Cue, type CueGroup, type TableReader } from './table-reader.ts';

/** How a part of a text binds the one it is said to, or nothing. */
export function judgeSentence(
  text: string,
  start: number = 0,
  end: number = text.length,
): RequirementLevel | undefined {
  const candidate = findCandidate(text.slice(start, end));
  return candidate === undefined ? undefined : judge(candidate);
}

/** The same answer, from trying all cues. */
export function judgeByEveryCue(sentence: string): RequirementLevel | undefined {
  return judge(everyCandidate(sentence));
}

/** How a heading binds what stands under it, or nothing: `Rules`, `Non-goals:`. */
export function judgeHeading(heading: string): RequirementLevel | undefined {
  if (heading.length > LONGEST_HEADING) return undefined;
  const candidate = findCandidate(heading);
  const openers = candidate?.cues.filter(({ group }) => group === 'openers') ?? [];
  if (openers.length === 0) return undefined;
  const folded = candidate!.folded.replace(HEADING_END, '');
  return openers.find((cue) => cue.pattern().test(folded))?.level;
}

/** Whether a sentence asks. */
export function isQuestion(sentence: string): boolean {
  return QUESTION_MARK.test(sentence);
}

const QUESTION_MARK = /[?？؟][!！?？)）"'”»」 ]{0,9}$/;
/** Ends a statement that only asks for agreement. */
const TAG =
  /(?:right|ok(?:ay)?|correct|or|no|yes|yeah|agreed?|makes? sense|please|got it|deal|fine)\W*$/;
/** Sentences that begin with a small letter stay in one; of a question in Chinese, the clauses before the last do not ask. */
const PARTS = /(?<=[.!?]) (?!$)|(?<=[。！？，；])(?!$)/;
const MAY_HAVE_PARTS = /[.!?] .|[。！？，；]./;
const HEADING_END = /[\s:：#*_]{1,9}$/;
const LONGEST_HEADING = 100;

function judge({ folded, cues }: Candidate): RequirementLevel | undefined {
  let strongest: RequirementLevel | undefined;
  for (let first = 0; first < cues.length;) {
    const { table } = cues[first]!;
    let next = first + 1;
    while (cues[next]?.table === table) next++;
    const own = cues.slice(first, next);
    first = next;
    if (!own.some(({ group }) => group !== 'excuses' && group !== 'openers')) continue;
    if (!table.spoken().test(folded)) continue;
    const said = excused(folded, table, own);
    for (const part of MAY_HAVE_PARTS.test(said) ? said.split(PARTS) : [said])
      strongest = stronger(strongest, levelOfPart(part, table, own));
  }
  return strongest;
}

function excused(folded: string, table: TableReader, cues: readonly Cue[]): string {
  if (cues[0]?.group !== 'excuses') return folded;
  const pattern = cues[1]?.group === 'excuses' ? table.excuse() : cues[0].pattern();
  return pattern === undefined ? folded : folded.replace(pattern, ' § ');
}

function levelOfPart(
  part: string,
  table: TableReader,
  cues: readonly Cue[],
): RequirementLevel | undefined {
  const asks = QUESTION_MARK.test(part) || table.asking().some((pattern) => pattern.test(part));
  if (!asks) return levelOfStatement(part, table, cues);
  const isRequest = table.requesting()?.test(part) ?? true;
  const politely = isRequest ? anywhere(cues, 'politely', part) : undefined;
  const before = beforeQuestion(part, table);
  return before === '' ? politely : stronger(politely, levelOfStatement(before, table, cues));
}

/** Returns what a question states before it asks: all of `it should be sorted, right?`, nothing of `is it sorted?`. */
function beforeQuestion(part: string, table: TableReader): string {
  const wondering = table.wondering();
  if (wondering === undefined) return '';
  for (const start of table.starts()(part)) {
    wondering.lastIndex = start;
    if (wondering.test(part)) return part.slice(0, start);
  }
  return !QUESTION_MARK.test(part) || TAG.test(part) ? part : '';
}

function levelOfStatement(
  part: string,
  table: TableReader,
  cues: readonly Cue[],
): RequirementLevel | undefined {
  let starts: readonly number[] | undefined;
  const startsOfPart = () => (starts ??= table.starts()(part));
  const found = stronger(
    cues.find(
      (cue) => cue.group === 'imperatives' && beginsClause(cue.pattern(), part, startsOfPart),
    )?.level,
    anywhere(cues, 'cues', part),
  );
  if (found === LEVELS[0]) return found;
  const told = anywhere(cues, 'whenTold', part);
  if (told === undefined || stronger(found, told) === found) return found;
  const orders = table.orders();
  const isTold =
    (orders !== undefined && isAtStart(orders, part, startsOfPart())) ||
    table.told()?.test(part) === true;
  return isTold ? told : found;
}

function anywhere(
  cues: readonly Cue[],
  group: CueGroup,
  text: string,
): RequirementLevel | undefined {
  return cues.find((cue) => cue.group === group && cue.pattern().test(text))?.level;
}

/** Whether a global pattern matches where a clause starts. The starts are looked for only where it matches at all. */
function beginsClause(pattern: RegExp, text: string, starts: () => readonly number[]): boolean {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (starts().includes(match.index)) return true;
    pattern.lastIndex = match.index + 1;
  }
  return false;
}

function isAtStart(pattern: RegExp, text: string, starts: readonly number[]): boolean {
  return starts.some((start) => {
    pattern.lastIndex = start;
    return pattern.test(text);
  });
}

function stronger(
  one: RequirementLevel | undefined,
  other: RequirementLevel | undefined,
): RequirementLevel | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return LEVELS.indexOf(one) < LEVELS.indexOf(other) ? one : other;
}
