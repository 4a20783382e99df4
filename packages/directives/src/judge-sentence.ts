import type { CueTable } from './cues/cue-table.ts';
import { CUE_TABLES } from './cues/cue-tables.ts';
import type { DirectiveForce } from './directive.ts';
import { foldSentence } from './fold-sentence.ts';

/** Of several cues the one that is worst to lose decides. */
const FORCES = ['must-not', 'only', 'must', 'should', 'prefer'] as const;

type Cues = readonly (readonly [force: DirectiveForce, pattern: RegExp])[];

interface Reader {
  readonly spoken: RegExp;
  readonly excuse: RegExp | undefined;
  readonly told: RegExp | undefined;
  readonly asking: RegExp | undefined;
  readonly cues: Cues;
  readonly whenTold: Cues;
  readonly politely: Cues;
  readonly openers: Cues;
}

let readers: readonly Reader[] | undefined;

/** How a sentence binds the one it is said to, or nothing. */
export function judgeSentence(sentence: string): DirectiveForce | undefined {
  const folded = foldSentence(sentence);
  let strongest: number = FORCES.length;
  for (const reader of readersOfAll()) {
    if (!reader.spoken.test(folded)) continue;
    const said = reader.excuse === undefined ? folded : folded.replace(reader.excuse, ' § ');
    for (const part of said.split(PARTS)) {
      const found = forceOfPart(part, reader);
      if (found !== undefined) strongest = Math.min(strongest, FORCES.indexOf(found));
    }
  }
  return FORCES[strongest];
}

/** Sentences that begin with a small letter stay in one; of a question in Chinese, the clauses before the last do not ask. */
const PARTS = /(?<=[.!?]) (?!$)|(?<=[。！？，；])(?!$)/;

function forceOfPart(part: string, reader: Reader): DirectiveForce | undefined {
  if (QUESTION_MARK.test(part) || reader.asking?.test(part) === true)
    return firstForce(reader.politely, part);
  const found = firstForce(reader.cues, part);
  if (found === 'must-not' || reader.told?.test(part) !== true) return found;
  const told = firstForce(reader.whenTold, part);
  if (told === undefined || found === undefined) return told ?? found;
  return FORCES.indexOf(told) < FORCES.indexOf(found) ? told : found;
}

/** How a heading binds what stands under it, or nothing: `Rules`, `Non-goals:`. */
export function judgeHeading(heading: string): DirectiveForce | undefined {
  const folded = foldSentence(heading).replace(/[\s:：#*_]+$/, '');
  if (folded.length > LONGEST_HEADING) return undefined;
  for (const { openers } of readersOfAll()) {
    const found = firstForce(openers, folded);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a sentence asks. */
export function isQuestion(sentence: string): boolean {
  return QUESTION_MARK.test(sentence);
}

const QUESTION_MARK = /[?？؟][!！?？)）"'”»」 ]{0,9}$/;
const LONGEST_HEADING = 80;

function firstForce(cues: Cues, folded: string): DirectiveForce | undefined {
  return cues.find(([, pattern]) => pattern.test(folded))?.[0];
}

function readersOfAll(): readonly Reader[] {
  readers ??= CUE_TABLES.map(createReader);
  return readers;
}

function createReader(table: CueTable): Reader {
  const words = (sources: readonly string[], flags = 'u') =>
    new RegExp(
      table.hasWords
        ? `(?<![\\p{L}\\p{N}_])(?:${sources.join('|')})(?![\\p{L}\\p{N}_])`
        : `(?:${sources.join('|')})`,
      flags,
    );
  const byForce = (
    sources: Readonly<Partial<Record<DirectiveForce, readonly string[]>>>,
    pattern: (sources: readonly string[]) => RegExp,
  ): Cues =>
    FORCES.flatMap((force) => {
      const listed = sources[force];
      return listed === undefined || listed.length === 0 ? [] : [[force, pattern(listed)] as const];
    });
  return {
    spoken: new RegExp(table.spoken, 'u'),
    excuse: table.excuses.length === 0 ? undefined : words(table.excuses, 'gu'),
    told: table.told === undefined ? undefined : words([table.told]),
    asking: table.asking === undefined ? undefined : words(table.asking),
    cues: byForce(table.cues, words),
    whenTold: byForce(table.whenTold ?? {}, words),
    politely: byForce(table.politely, words),
    openers: byForce(table.openers, (listed) => new RegExp(`^(?:${listed.join('|')})$`, 'u')),
  };
}
