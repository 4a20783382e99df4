import type { ContentBlock, IContent, Repair } from '@palimpsest/core-types';
import { getOriginalIndex, replaceEntries, type RepairState } from './repair-state.ts';
import type { ExchangeIndex } from '../structure/exchange-index.ts';

/** Gives each call without an id a new one, and its result the same. The index matches empty ids by position, so the pairs are already known. */
export function repairIds(
  state: RepairState,
  { exchanges }: ExchangeIndex,
  repairs: Repair[],
): RepairState {
  const changed = new Map<number, ContentBlock[]>();
  const blocksOf = (entry: number): ContentBlock[] => {
    let blocks = changed.get(entry);
    if (blocks === undefined) changed.set(entry, (blocks = [...state.entries[entry]!.blocks]));
    return blocks;
  };
  const usedIds = takenIds(state.entries);
  let count = 0;
  for (const { calls } of exchanges) {
    for (const { entry, block, call, response } of calls) {
      if (isId(call.id)) continue;
      let id: string;
      do id = `call_${(count += 1)}`;
      while (usedIds.has(id));
      blocksOf(entry)[block] = { ...call, id };
      if (response !== undefined) {
        blocksOf(response.entry)[response.block] = { ...response.response, callId: id };
      }
      repairs.push({
        kind: 'missing-id',
        index: getOriginalIndex(state, entry),
        detail: `a call of ${call.name} had no id and is now ${id}`,
      });
    }
  }
  const entries = new Map<number, IContent>();
  for (const [index, blocks] of changed) entries.set(index, { ...state.entries[index]!, blocks });
  return replaceEntries(state, entries);
}

/** Returns whether a value identifies a call. */
export function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== '';
}

function takenIds(entries: readonly IContent[]): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const { blocks } of entries) {
    for (const block of blocks) {
      if (block.type === 'tool_call') taken.add(block.id);
      else if (block.type === 'tool_response') taken.add(block.callId);
    }
  }
  return taken;
}
