import type { IContent, Repair } from '@palimpsest/core-types';
import { indexExchanges } from './exchange-index.ts';

export interface GroupedHistory {
  /** The same array where every response stands where providers want it. */
  readonly history: readonly IContent[];
  readonly repairs: readonly Repair[];
}

/**
 * Moves responses that come late, behind somebody else's words, to their calls: providers refuse them anywhere else. Entries that hold
 * more than responses of one call's entry stay where they are. For formats that allow late responses there is nothing to gather.
 */
export function groupResultsWithCalls(history: readonly IContent[]): GroupedHistory {
  const moved = new Map<number, number[]>();
  const gone = new Set<number>();
  const repairs: Repair[] = [];
  let spoken = -1;
  let at = -1;
  for (const { entry, response, call } of indexExchanges(history).responses) {
    while (at < entry) {
      at += 1;
      if (history[at]!.speaker !== 'tool') spoken = at;
    }
    if (spoken === call.entry || history[entry]!.blocks.length !== 1) continue;
    if (history[entry]!.speaker !== 'tool' || history[call.entry]!.speaker === 'tool') continue;
    const late = moved.get(call.entry);
    if (late === undefined) moved.set(call.entry, [entry]);
    else late.push(entry);
    gone.add(entry);
    const detail = `the response to ${response.callId} came late and moved to its call`;
    repairs.push({ kind: 'misplaced-response', index: entry, detail });
  }
  if (gone.size === 0) return { history, repairs };
  const result: IContent[] = [];
  let due: readonly number[] = [];
  for (const [index, entry] of history.entries()) {
    if (entry.speaker !== 'tool') {
      // Those of the call before stand behind the responses that came in time.
      for (const late of due) result.push(history[late]!);
      due = moved.get(index) ?? [];
    }
    if (!gone.has(index)) result.push(entry);
  }
  return { history: result, repairs };
}
