import type { IContent } from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';
import { isWellFormedEntry } from '../entries/well-formed.ts';
import { indexExchanges, isAwaitingResult } from '../structure/exchange-index.ts';

/** A violated invariant and its location. */
export interface Violation {
  /** Name of the invariant. */
  readonly law: string;
  /** Index of the entry. */
  readonly index: number;
  readonly message: string;
}

/**
 * Returns where a history violates an invariant that providers check, and that `repairHistory` establishes: every result has its call before it,
 * and every call its one result, except calls that wait at the end; no entry but a system entry says nothing; no text holds half a character.
 */
export function findViolations(history: readonly IContent[]): Violation[] {
  const found: Violation[] = [];
  const { exchanges, unmatchedResults } = indexExchanges(history);
  const add = (law: Violation['law'], index: number, message: string): void => {
    found.push({ law, index, message });
  };
  for (const { entry, response, kind } of unmatchedResults) {
    add('paired-calls', entry, `${kind} response to "${response.callId}" of ${response.toolName}`);
  }
  for (const { calls, isPending } of exchanges) {
    for (const { entry, call } of isPending ? [] : calls.filter(isAwaitingResult))
      add('paired-calls', entry, `call "${call.id}" of ${call.name} has no response`);
  }
  for (const [index, entry] of history.entries()) {
    if (entry.speaker !== 'system' && isBlank(entry))
      add('no-blank-entries', index, 'the entry says nothing');
    if (!isWellFormedEntry(entry)) add('well-formed-text', index, 'a text holds a lone surrogate');
  }
  return found;
}
