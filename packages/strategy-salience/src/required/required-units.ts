import { humanTextLength, isRequest } from '@palimpsest/history';
import type { IContent } from '@palimpsest/core-types';
import { findFailingTests } from '@palimpsest/text';
import { outcomeLines } from '@palimpsest/tool-taxonomy';
import type { CallFacts, Part } from '../record/pieces.ts';
import { type ParsedText, isSentence, unitLength, unitText } from '../reading/parsed-text.ts';
import { outcomeMembers } from './failure-units.ts';
import { textsOfJson } from './json-texts.ts';
import { type TextLine, linesFrom, unitsIn } from './text-lines.ts';

/** What some units may cost. */
export interface UnitBudget {
  /** Tokens. */
  readonly tokens: number;
  /** Tokens per character of prose. */
  readonly proseRate: number;
}

/** A text that may be the result of a command. */
export interface EndedText extends Pick<Part, 'role' | 'reading'> {
  readonly call: Pick<CallFacts, 'command' | 'hasFailed'> | undefined;
}

/**
 * Returns the units of command results that state the outcome: final counts and verdicts first, then short last lines, each text once.
 * Newest result first, within a budget.
 */
export function outcomeUnits<Text extends EndedText>(
  parts: readonly Text[],
  { tokens, proseRate }: UnitBudget,
): ReadonlyMap<Text, readonly number[]> {
  const kept = new Map<Text, readonly number[]>();
  if (tokens <= 0) return kept;
  let left = tokens;
  const keep = (part: Text, units: readonly number[]): void => {
    let cost = 0;
    for (const unit of units) cost += (unitLength(part.reading, unit) + 1) * proseRate;
    if (units.length === 0 || cost > left) return;
    left -= cost;
    kept.set(part, units);
  };
  const results = parts.filter(
    ({ role, call }) => role === 'result' && call?.command !== undefined,
  );
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

/** Maximum length of a record member that only states success, in UTF-16 units. */
const MEMBER_LENGTH = 24;

/** Longer lines are not kept, in UTF-16 units. */
const MAX_LINE_LENGTH = 200;
/** Number of failing tests whose name and reason are kept. */
const MAX_TESTS = 5;

/** Returns the outcome of a command, from members of its result and from the first text that states it. */
function outcomeOf({ reading, call }: EndedText): Outcome {
  const members = reading.form === 'json' ? outcomeMembers(reading, MEMBER_LENGTH) : [];
  for (const lines of textsOf(reading)) {
    const texts = lines.map(({ text }) => text);
    const { verdicts, answer } = outcomeLines(texts, call?.command);
    const failing = call?.hasFailed === true ? findFailingTests(texts, MAX_TESTS) : [];
    const found = [...failing.flatMap(({ test, reason = test }) => [test, reason]), ...verdicts]
      .filter((at) => lines[at]!.text.length <= MAX_LINE_LENGTH)
      .flatMap((at) => unitsIn(reading, lines[at]!));
    if (found.length > 0) return { verdicts: [...new Set([...members, ...found])], answer: [] };
    // The last line of a JSON member is not the last line of the command.
    if (answer !== undefined && reading.form !== 'json')
      return { verdicts: [], answer: unitsIn(reading, lines[answer]!) };
  }
  return { verdicts: members, answer: [] };
}

function textsOf({ form, source }: ParsedText): readonly (readonly TextLine[])[] {
  if (form === 'json') return textsOfJson(source).map(({ lines }) => lines);
  return [linesFrom(source, 0)];
}

/** A longer reply is understood without its question. In UTF-16 units. */
const SHORT_REPLY = 100;

/** The end of a question, with closing brackets and quotation marks. */
const QUESTION = /[?？][)\]"'”’*_`]*$/;

/**
 * Returns the last question of each text of the agent that a person answers in a few words: "Yes, please" has no meaning without it. Newest
 * first, within a budget.
 */
export function askedUnits(
  parts: readonly Part[],
  history: readonly IContent[],
  { tokens, proseRate }: UnitBudget,
): ReadonlyMap<Part, readonly number[]> {
  const asked = new Map<Part, readonly number[]>();
  let left = tokens;
  for (const part of parts.toReversed()) {
    if (part.role !== 'text') continue;
    const reply = history[part.entry + 1];
    if (reply === undefined || !isRequest(reply) || humanTextLength(reply) > SHORT_REPLY) continue;
    const question = lastQuestion(part);
    if (question === undefined) continue;
    const cost = (unitLength(part.reading, question) + 1) * proseRate;
    if (cost > left) continue;
    left -= cost;
    asked.set(part, [question]);
  }
  return asked;
}

function lastQuestion({ reading }: Part): number | undefined {
  for (let unit = reading.count - 1; unit >= 0; unit -= 1) {
    if (isSentence(reading, unit) && QUESTION.test(unitText(reading, unit).trim())) return unit;
  }
  return undefined;
}
