import type { IContent } from '@palimpsest/core-types';
import { isBlank, isReasoningOnly } from '../entries/blank.ts';
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
export interface HistoryInvariant {
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

function* findUnpaired(history: readonly IContent[]): Generator<readonly [number, string]> {
  const { exchanges, unmatchedResults } = indexExchanges(history);
  for (const { entry, response, kind } of unmatchedResults) {
    yield [entry, `${kind} response to "${response.callId}" of ${response.toolName}`];
  }
  for (const { calls, isPending } of exchanges) {
    if (isPending) continue;
    for (const call of calls) {
      if (isAwaitingResult(call))
        yield [call.entry, `call "${call.call.id}" of ${call.call.name} has no response`];
    }
  }
}

function* each(
  history: readonly IContent[],
  isBroken: (entry: IContent) => boolean,
  message: string,
): Generator<readonly [number, string]> {
  for (const [index, entry] of history.entries()) if (isBroken(entry)) yield [index, message];
}

export const pairedCalls: HistoryInvariant = invariant(
  'paired-calls',
  'Every response has its call before it, and every call its one response, except calls that wait at the end.',
  findUnpaired,
);

export const noBlankEntries: HistoryInvariant = invariant(
  'no-blank-entries',
  'No entry but a system entry says nothing.',
  (history) =>
    each(
      history,
      (entry) => entry.speaker !== 'system' && isBlank(entry),
      'the entry says nothing',
    ),
);

export const noReasoningOnly: HistoryInvariant = invariant(
  'no-thinking-alone',
  'No AI entry is left with nothing but its reasoning.',
  (history) => each(history, isReasoningOnly, 'the entry holds nothing but reasoning'),
);

export const wellFormedText: HistoryInvariant = invariant(
  'well-formed-text',
  'No text holds half a character.',
  (history) => each(history, (entry) => !isWellFormedEntry(entry), 'a text holds a lone surrogate'),
);

/** Properties of each entry alone that `repairHistory` establishes. */
export const entryInvariants: readonly HistoryInvariant[] = [noBlankEntries, wellFormedText];

/** The invariants that `repairHistory` establishes. */
export const historyInvariants: readonly HistoryInvariant[] = [pairedCalls, ...entryInvariants];
