import { getRecallPrefixLength } from '@palimpsest/core-types';
import { unitLength, unitText, type ParsedText } from '@palimpsest/salience';
import { findFailingTests } from '@palimpsest/text';
import { outcomeLines } from '@palimpsest/tool-taxonomy';
import { outcomeMembers } from './failure-units.ts';
import { textsOfJson } from './json-texts.ts';
import type { Part } from './parts.ts';
import { linesFrom, unitsIn, type TextLine } from './text-lines.ts';

export interface OutcomeRequest {
  /** Results that may be reduced, oldest first. */
  readonly results: readonly Part[];
  /** Tokens that outcomes may take. */
  readonly room: number;
  /** Tokens of a character, the same for every history: what fits once must fit again (law 6). */
  readonly rate: number;
}

/**
 * Returns the units of results of commands that tell how these ended: closing counts and verdicts first, then short last lines, each the
 * first time; the newest result first, as far as there is room.
 */
export function outcomeUnits({
  results,
  room,
  rate,
}: OutcomeRequest): ReadonlyMap<Part, readonly number[]> {
  const kept = new Map<Part, readonly number[]>();
  let left = room;
  const keep = (part: Part, units: readonly number[]): void => {
    let cost = 0;
    for (const unit of units) cost += (unitLength(part.reading, unit) + 1) * rate;
    if (units.length === 0 || cost > left) return;
    left -= cost;
    kept.set(part, units);
  };
  const newestFirst = results.toReversed().map((part) => ({ part, ...outcomeOf(part) }));
  for (const { part, verdicts } of newestFirst) keep(part, verdicts);
  const known = new Set<string>();
  for (const { part, answer } of newestFirst) {
    const said = answer.map((unit) => unitText(part.reading, unit)).join('');
    if (!known.has(said)) keep(part, answer);
    known.add(said);
  }
  return kept;
}

interface Outcome {
  readonly verdicts: readonly number[];
  readonly answer: readonly number[];
}

/** Longest member of a record that says no more than that a command succeeded, in UTF-16 units. */
const MEMBER_LENGTH = 24;

/** Longer lines do not stay, in UTF-16 units. */
const LONGEST_LINE = 200;
/** Of so many failing tests the name stays, and the reason beside it. */
const MOST_TESTS = 5;

/** How the command ended, by members of its result and by the first text in it that tells. */
function outcomeOf({ reading, call }: Part): Outcome {
  const members = reading.form === 'json' ? outcomeMembers(reading, MEMBER_LENGTH) : [];
  for (const lines of textsOf(reading)) {
    const texts = lines.map(({ text }) => text);
    const { verdicts, answer } = outcomeLines(texts, call?.command);
    const failing = call?.hasFailed === true ? findFailingTests(texts, MOST_TESTS) : [];
    const found = [...failing.flatMap(({ test, reason = test }) => [test, reason]), ...verdicts]
      .filter((at) => lines[at]!.text.length <= LONGEST_LINE)
      .flatMap((at) => unitsIn(reading, lines[at]!));
    if (found.length > 0) return { verdicts: [...new Set([...members, ...found])], answer: [] };
    // The last line of some member of JSON is no last line of the command.
    if (answer !== undefined && reading.form !== 'json')
      return { verdicts: [], answer: unitsIn(reading, lines[answer]!) };
  }
  return { verdicts: members, answer: [] };
}

function textsOf({ form, source }: ParsedText): readonly (readonly TextLine[])[] {
  if (form === 'json') return textsOfJson(source).map(({ lines }) => lines);
  return [linesFrom(source, getRecallPrefixLength(source))];
}
