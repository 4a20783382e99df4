import type {
  ContentBlock,
  IContent,
  Repair,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import {
  type ExchangeIndex,
  type ToolCallRef,
  type UnmatchedResult,
  isAwaitingResult,
} from '../structure/exchange-index.ts';

/** A history during the repair. */
export interface RepairState {
  readonly entries: readonly IContent[];
  /** Input index of each entry; -1 for a generated one. */
  readonly origins: readonly number[];
}

/** Replaces single entries. */
export function replaceEntries(
  state: RepairState,
  changed: ReadonlyMap<number, IContent>,
): RepairState {
  if (changed.size === 0) return state;
  return { ...state, entries: state.entries.map((entry, index) => changed.get(index) ?? entry) };
}

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
        index: state.origins[entry]!,
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

/** Error of a result that was never recorded. */
const INTERRUPTED = 'Interrupted: no result was recorded for this call.';

/**
 * Repairs the pairs of calls and results: moves a result that is before its call to after it, removes other unmatched results, and adds a failed
 * result for a call without one if the conversation went on.
 */
export function repairPairs(
  state: RepairState,
  { exchanges, unmatchedResults }: ExchangeIndex,
  repairs: Repair[],
): RepairState {
  const callsWithoutResult = exchanges.flatMap(({ calls, isPending }) =>
    isPending ? [] : calls.filter(isAwaitingResult),
  );
  if (unmatchedResults.length === 0 && callsWithoutResult.length === 0) return state;
  const early = matchEarly(
    unmatchedResults,
    exchanges.flatMap(({ calls }) => calls.filter(isAwaitingResult)),
  );
  const moved = new Set(early.values());

  const taken = new Map<number, Set<number>>();
  for (const stray of unmatchedResults) {
    const { entry, block, response, kind } = stray;
    const blocks = taken.get(entry);
    if (blocks === undefined) taken.set(entry, new Set([block]));
    else blocks.add(block);
    const index = state.origins[entry]!;
    if (moved.has(stray)) {
      const detail = `the response to ${response.callId} stood before its call and moved behind it`;
      repairs.push({ kind: 'misplaced-response', index, detail });
    } else if (kind === 'duplicate') {
      const detail = `${response.callId} was answered before; the first answer stays`;
      repairs.push({ kind: 'duplicate-response', index, detail, removed: [response] });
    } else {
      const detail = `no call ${response.callId} stands before this response of ${response.toolName}`;
      repairs.push({ kind: 'orphan-response', index, detail, removed: [response] });
    }
  }

  /** Results to add, by the entry with the call. */
  const insertedResults = new Map<number, InsertedResult[]>();
  const addResult = ({ entry, call }: ToolCallRef, found: InsertedResult): void => {
    const list = insertedResults.get(entry);
    if (list === undefined) insertedResults.set(entry, [found]);
    else list.push(found);
    if (found.origin >= 0) return;
    const detail = `${call.name} (${call.id}) was never answered`;
    repairs.push({ kind: 'unanswered-call', index: state.origins[entry]!, detail });
  };
  for (const [call, { entry, response }] of early) {
    addResult(call, { block: named(response, call), origin: state.origins[entry]! });
  }
  for (const call of callsWithoutResult) {
    if (!early.has(call)) addResult(call, { block: interrupted(call.call), origin: -1 });
  }
  return rebuild(state, taken, insertedResults);
}

interface InsertedResult {
  readonly block: ContentBlock;
  readonly origin: number;
}

/** Matches orphans with later pending calls of the same id, oldest first. */
function matchEarly(
  unmatched: readonly UnmatchedResult[],
  waiting: readonly ToolCallRef[],
): ReadonlyMap<ToolCallRef, UnmatchedResult> {
  const resultByCall = new Map<ToolCallRef, UnmatchedResult>();
  const orphans = new Map<string, UnmatchedResult[]>();
  for (const result of unmatched) {
    if (result.kind !== 'orphan') continue;
    const list = orphans.get(result.response.callId);
    if (list === undefined) orphans.set(result.response.callId, [result]);
    else list.push(result);
  }
  const used = new Map<string, number>();
  for (const call of waiting) {
    const { id } = call.call;
    const next = used.get(id) ?? 0;
    const result = orphans.get(id)?.[next];
    if (result === undefined) continue;
    used.set(id, next + 1);
    resultByCall.set(call, result);
  }
  return resultByCall;
}

/** A result before its call could not take the tool's name from it. */
function named(response: ToolResponseBlock, { call }: ToolCallRef): ToolResponseBlock {
  return response.toolName === '' ? { ...response, toolName: call.name } : response;
}

function interrupted({ id, name }: ToolCallBlock): ToolResponseBlock {
  return { type: 'tool_response', callId: id, toolName: name, result: '', error: INTERRUPTED };
}

/** Removes unmatched results, and inserts the new ones after the tool entries that follow their call. */
function rebuild(
  state: RepairState,
  taken: ReadonlyMap<number, ReadonlySet<number>>,
  insertedResults: ReadonlyMap<number, readonly InsertedResult[]>,
): RepairState {
  const entries: IContent[] = [];
  const origins: number[] = [];
  let due: readonly InsertedResult[] = [];
  const settle = (): void => {
    for (const { block, origin } of due) {
      const synthetic = { metadata: { synthetic: true, reason: 'unanswered-call' } };
      entries.push({ speaker: 'tool', blocks: [block], ...(origin < 0 ? synthetic : {}) });
      origins.push(origin);
    }
    due = [];
  };
  for (const [index, entry] of state.entries.entries()) {
    // After another call of the same id, a result would belong to that one.
    if (entry.speaker !== 'tool' || entry.blocks.some(isCall)) settle();
    const strays = taken.get(index);
    const left = strays && entry.blocks.filter((_, block) => !strays.has(block));
    if (left?.length !== 0) {
      entries.push(left === undefined ? entry : { ...entry, blocks: left });
      origins.push(state.origins[index]!);
    }
    due = insertedResults.get(index) ?? due;
  }
  settle();
  return { entries, origins };
}

const isCall = ({ type }: ContentBlock): boolean => type === 'tool_call';
