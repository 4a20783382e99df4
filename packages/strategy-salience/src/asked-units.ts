import type { IContent } from '@palimpsest/core-types';
import { humanTextLength, isRequest } from '@palimpsest/history';
import { isSentence, unitLength, unitText } from '@palimpsest/salience';
import type { Part } from './parts.ts';

/** A longer reply is understood without its question. In UTF-16 units. */
const SHORT_REPLY = 100;

/** The end of a question, with closing brackets and quotation marks. */
const QUESTION = /[?？][)\]"'”’*_`]*$/;

export interface AskedRequest {
  readonly history: readonly IContent[];
  /** Reducible texts of the model, oldest first. */
  readonly texts: readonly Part[];
  /** Tokens that questions may use. */
  readonly room: number;
  /** Tokens per character. A constant, so that a text that fits once fits again (law 6). */
  readonly rate: number;
}

/**
 * Returns the last question of each model text that a user answers in a few words: "Yes, please" has no meaning without it. Newest first,
 * within the token budget.
 */
export function askedUnits({
  history,
  texts,
  room,
  rate,
}: AskedRequest): ReadonlyMap<Part, readonly number[]> {
  const asked = new Map<Part, readonly number[]>();
  let left = room;
  for (const part of texts.toReversed()) {
    const reply = history[part.entry + 1];
    if (reply === undefined || !isRequest(reply) || humanTextLength(reply) > SHORT_REPLY) continue;
    const question = lastQuestion(part);
    if (question === undefined) continue;
    const cost = (unitLength(part.reading, question) + 1) * rate;
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
