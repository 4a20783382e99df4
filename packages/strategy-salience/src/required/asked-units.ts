import { humanTextLength, isRequest } from '@palimpsest/engine/history';
import type { IContent } from '@palimpsest/core-types';
import type { Part } from '../record/pieces.ts';
import { isSentence, unitLength, unitText } from '../reading/parsed-text.ts';

/** What some units may cost. */
export interface UnitBudget {
  /** Tokens. */
  readonly tokens: number;
  /** Tokens per character of prose. */
  readonly proseRate: number;
}

/** A longer reply is understood without its question. In characters. */
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
    const cost = (unitLength(part.parsed, question) + 1) * proseRate;
    if (cost > left) continue;
    left -= cost;
    asked.set(part, [question]);
  }
  return asked;
}

function lastQuestion({ parsed }: Part): number | undefined {
  for (let unit = parsed.count - 1; unit >= 0; unit -= 1) {
    if (isSentence(parsed, unit) && QUESTION.test(unitText(parsed, unit).trim())) return unit;
  }
  return undefined;
}
