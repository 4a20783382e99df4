import type { IContent } from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';
import { isWellFormedEntry } from '../entries/well-formed.ts';
import { indexExchanges, isAwaitingResult } from '../structure/exchange-index.ts';

/** A violated invariant and its location. */
export interface Violation {
  /** Name of the invariant. */
  readonly law: string;
  /** Index of the entry; -1 if it concerns the whole history. */
  readonly index: number;
  readonly message: string;
}

/** A property of every history that providers accept. */
interface HistoryInvariant {
  readonly name: string;
  readonly guarantee: string;
  check(history: readonly IContent[]): Violation[];
}

function invariant(
  name: string,
  guarantee: string,
  find: (history: readonly IContent[]) => Iterable<readonly [index: number, message: string]>,
): HistoryInvariant {
  return {
    name,
    guarantee,
    check: (history) =>
      Array.from(find(history), ([index, message]) => ({ law: name, index, message })),
  };
}

/** The invariants that `repairHistory` establishes. */
export const historyInvariants: readonly HistoryInvariant[] = [
  invariant(
    'paired-calls',
    'Every response has its call before it, and every call its one response, except calls that wait at the end.',
    function* findUnpaired(history) {
      const { exchanges, unmatchedResults } = indexExchanges(history);
      for (const { entry, response, kind } of unmatchedResults) {
        yield [entry, `${kind} response to "${response.callId}" of ${response.toolName}`];
      }
      for (const { calls, isPending } of exchanges) {
        for (const call of isPending ? [] : calls.filter(isAwaitingResult))
          yield [call.entry, `call "${call.call.id}" of ${call.call.name} has no response`];
      }
    },
  ),
  invariant(
    'no-blank-entries',
    'No entry but a system entry says nothing.',
    function* findBlank(history) {
      for (const [index, entry] of history.entries()) {
        if (entry.speaker !== 'system' && isBlank(entry)) yield [index, 'the entry says nothing'];
      }
    },
  ),
  invariant(
    'well-formed-text',
    'No text holds half a character.',
    function* findMalformed(history) {
      for (const [index, entry] of history.entries()) {
        if (!isWellFormedEntry(entry)) yield [index, 'a text holds a lone surrogate'];
      }
    },
  ),
];
