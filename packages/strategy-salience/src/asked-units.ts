import type { IContent } from '@palimpsest/core-types';
import { humanTextLength, isRequest } from '@palimpsest/history';
import { isSentence, unitLength, unitText } from '@palimpsest/salience';
import type { Part } from './parts.ts';

/** A longer reply says by itself what it is about, in UTF-16 units. */
const SHORT_REPLY = 100;

/** Ends of a question, with what may close it. */
const QUESTION = /[?？][)\]"'”’*_`]*$/;

export interface AskedRequest {
  readonly history: readonly IContent[];
  /** Texts of the model that may be reduced, oldest first. */
  readonly texts: readonly Part[];
  /** Tokens that questions may take. */
  readonly room: number;
  /** Tokens of a character, the same for every history: what fits once must fit again (law 6). */
  readonly rate: number;
}

/**
 * Returns the last question of each text of the model that a person answers in a few words: "Yes, please" says nothing without it. The newest
 * first, as far as there is room.
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
