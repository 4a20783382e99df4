import type {
  ContentBlock,
  IContent,
  Repair,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { getOriginalIndex, type RepairState } from './repair-state.ts';
import {
  isAwaitingResult,
  type ToolCallRef,
  type ExchangeIndex,
  type UnmatchedResult,
} from '../structure/exchange-index.ts';

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
  const early = matchEarly(
    unmatchedResults,
    exchanges.flatMap(({ calls }) => calls.filter(isAwaitingResult)),
  );
  if (unmatchedResults.length === 0 && callsWithoutResult.length === 0) return state;

  const taken = new Map<number, Set<number>>();
  for (const stray of unmatchedResults) {
    const { entry, block, response, kind } = stray;
    const blocks = taken.get(entry);
    if (blocks === undefined) taken.set(entry, new Set([block]));
    else blocks.add(block);
    const index = getOriginalIndex(state, entry);
    if (early.moved.has(stray)) {
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
    repairs.push({ kind: 'unanswered-call', index: getOriginalIndex(state, entry), detail });
  };
  for (const [call, { entry, response }] of early.resultByCall) {
    addResult(call, { blocks: [named(response, call)], origin: getOriginalIndex(state, entry) });
  }
  for (const call of callsWithoutResult) {
    if (!early.resultByCall.has(call))
      addResult(call, { blocks: [interrupted(call.call)], origin: -1 });
  }
  return rebuild(state, taken, insertedResults);
}

interface InsertedResult {
  readonly blocks: readonly ContentBlock[];
  readonly origin: number;
}

/** Matches orphans with later pending calls of the same id, oldest first. */
function matchEarly(
  unmatched: readonly UnmatchedResult[],
  waiting: readonly ToolCallRef[],
): {
  readonly resultByCall: ReadonlyMap<ToolCallRef, UnmatchedResult>;
  readonly moved: ReadonlySet<UnmatchedResult>;
} {
  const resultByCall = new Map<ToolCallRef, UnmatchedResult>();
  const moved = new Set<UnmatchedResult>();
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
    moved.add(result);
  }
  return { resultByCall, moved };
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
    for (const { blocks, origin } of due) {
      const synthetic = { metadata: { synthetic: true, reason: 'unanswered-call' } };
      entries.push({ speaker: 'tool', blocks, ...(origin < 0 ? synthetic : {}) });
      origins.push(origin);
    }
    due = [];
  };
  for (const [index, entry] of state.entries.entries()) {
    // After another call of the same id, a result would belong to that one.
    if (entry.speaker !== 'tool' || entry.blocks.some(isCall)) settle();
    const strays = taken.get(index);
    const blocks =
      strays === undefined ? entry.blocks : entry.blocks.filter((_, block) => !strays.has(block));
    if (blocks.length > 0 || strays === undefined) {
      entries.push(strays === undefined ? entry : { ...entry, blocks });
      origins.push(getOriginalIndex(state, index));
    }
    due = insertedResults.get(index) ?? due;
  }
  settle();
  return { entries, origins };
}

const isCall = ({ type }: ContentBlock): boolean => type === 'tool_call';
