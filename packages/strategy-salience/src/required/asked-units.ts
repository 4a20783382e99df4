import { humanTextLength, isRequest } from '@palimpsest/history';
import { isSentence, unitLength, unitText } from '../reading/parsed-text.ts';
import type { Part } from '../parts/parts.ts';
import {
  reducibleParts,
  type SelectionInput,
  type SelectionOptions,
} from '../selection/selection-input.ts';

/** Maximum share of the target for questions with short replies. */
const ASKED_SHARE = 0.02;

/** A longer reply is understood without its question. In UTF-16 units. */
const SHORT_REPLY = 100;

/** The end of a question, with closing brackets and quotation marks. */
const QUESTION = /[?？][)\]"'”’*_`]*$/;

/**
 * Returns the last question of each model text that a user answers in a few words: "Yes, please" has no meaning without it. Newest first,
 * within their share of the target. None if user text is reduced.
 */
export function askedUnits(
  input: SelectionInput,
  { from, targetTokens }: SelectionOptions,
): ReadonlyMap<Part, readonly number[]> {
  const asked = new Map<Part, readonly number[]>();
  if (from !== 'ordinary') return asked;
  let left = ASKED_SHARE * targetTokens;
  for (const part of reducibleParts(input, 'text', from).toReversed()) {
    const reply = input.history[part.entry + 1];
    if (reply === undefined || !isRequest(reply) || humanTextLength(reply) > SHORT_REPLY) continue;
    const question = lastQuestion(part);
    if (question === undefined) continue;
    const cost = (unitLength(part.reading, question) + 1) * input.proseRate;
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
