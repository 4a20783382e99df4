import type { IContent, Repair } from '@palimpsest/core-types';
import { indexExchanges } from './exchange-index.ts';

export interface GroupedHistory {
  /** The same array if no result was moved. */
  readonly history: readonly IContent[];
  readonly repairs: readonly Repair[];
}

/**
 * Moves results that follow other messages directly after their calls, as most providers require. Entries with other content than results
 * of one entry's calls stay in place.
 */
export function groupResultsWithCalls(history: readonly IContent[]): GroupedHistory {
  const moved = new Map<number, number[]>();
  const removed = new Set<number>();
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
    removed.add(entry);
    const detail = `the response to ${response.callId} came late and moved to its call`;
    repairs.push({ kind: 'misplaced-response', index: entry, detail });
  }
  if (removed.size === 0) return { history, repairs };
  const result: IContent[] = [];
  let due: readonly number[] = [];
  for (const [index, entry] of history.entries()) {
    if (entry.speaker !== 'tool') {
      // Moved results follow those that were in place.
      for (const late of due) result.push(history[late]!);
      due = moved.get(index) ?? [];
    }
    if (!removed.has(index)) result.push(entry);
  }
  return { history: result, repairs };
}
