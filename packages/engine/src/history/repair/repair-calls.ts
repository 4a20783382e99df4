import type {
  ContentBlock,
  IContent,
  Repair,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import {
  type ExchangeIndex,
  type UnmatchedResult,
  isAwaitingResult,
} from '../structure/exchange-index.ts';
import { findSuperseded } from './second-results.ts';

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

/** A result that follows its call, and the input index of its entry; -1 if it is generated. */
interface AddedResult {
  readonly block: ContentBlock;
  readonly origin: number;
}

/**
 * Repairs the pairs of calls and results: moves a result that is before its call to after it, lets the later of two results of a call replace the
 * earlier one, removes other unmatched results, and adds a failed result for a call without one if the conversation went on.
 */
export function repairPairs(
  state: RepairState,
  { exchanges, responses, unmatchedResults }: ExchangeIndex,
  repairs: Repair[],
): RepairState {
  const { origins } = state;
  /** Results before their calls by id, last one first. */
  const early = Map.groupBy(
    unmatchedResults.filter(({ kind }) => kind === 'orphan').toReversed(),
    ({ response }) => response.callId,
  );
  const moved = new Set<UnmatchedResult>();
  /** Results to add, by the entry with the call. */
  const added = new Map<number, AddedResult[]>();
  for (const { calls, isPending } of exchanges) {
    for (const { call, entry } of calls.filter(isAwaitingResult)) {
      const stray = early.get(call.id)?.pop();
      if (stray === undefined && isPending) continue;
      const results = added.get(entry) ?? [];
      added.set(entry, results);
      if (stray === undefined) {
        results.push({ block: interrupted(call), origin: -1 });
        const detail = `${call.name} (${call.id}) was never answered`;
        repairs.push({ kind: 'unanswered-call', index: origins[entry]!, detail });
      } else {
        moved.add(stray);
        results.push({ block: named(stray.response, call), origin: origins[stray.entry]! });
      }
    }
  }
  if (unmatchedResults.length === 0 && added.size === 0) return state;
  const superseded = findSuperseded(responses, unmatchedResults);
  const places = new Map<string, ContentBlock | undefined>();
  for (const stray of unmatchedResults) {
    places.set(placeOf(stray), undefined);
    const earlier = superseded.get(stray);
    if (earlier !== undefined) {
      const { site } = earlier;
      places.set(placeOf(site), named(stray.response, site.call.call));
    }
    const repair = describe(stray, moved.has(stray), earlier?.said);
    repairs.push({ index: origins[stray.entry]!, ...repair });
  }
  return rebuild(state, places, added);
}

function placeOf({ entry, block }: { readonly entry: number; readonly block: number }): string {
  return `${entry}.${block}`;
}

function describe(
  { kind, response }: UnmatchedResult,
  isMoved: boolean,
  earlier: ToolResponseBlock | undefined,
): Omit<Repair, 'index'> {
  const { callId, toolName } = response;
  if (isMoved) {
    const detail = `the response to ${callId} was before its call and is now after it`;
    return { kind: 'misplaced-response', detail };
  }
  if (kind === 'orphan') {
    const detail = `no call ${callId} comes before this response of ${toolName}`;
    return { kind: 'orphan-response', detail, removed: [response] };
  }
  return earlier === undefined
    ? {
        kind: 'duplicate-response',
        detail: `${callId} was answered before; this placeholder goes`,
        removed: [response],
      }
    : {
        kind: 'duplicate-response',
        detail: `${callId} was answered before; this later answer replaces that one`,
        removed: [earlier],
      };
}

/** A result before its call could not take the tool's name from it. */
function named(response: ToolResponseBlock, { name }: ToolCallBlock): ToolResponseBlock {
  return response.toolName === '' ? { ...response, toolName: name } : response;
}

function interrupted({ id, name }: ToolCallBlock): ToolResponseBlock {
  return { type: 'tool_response', callId: id, toolName: name, result: '', error: INTERRUPTED };
}

/**
 * Removes or replaces results, and inserts the new ones after the tool entries that follow their call.
 *
 * @param places by `placeOf`, the new result, or `undefined` for one that goes
 */
function rebuild(
  state: RepairState,
  places: ReadonlyMap<string, ContentBlock | undefined>,
  added: ReadonlyMap<number, readonly AddedResult[]>,
): RepairState {
  const entries: IContent[] = [];
  const origins: number[] = [];
  let due: readonly AddedResult[] = [];
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
    const blocks = entry.blocks.flatMap((content, block) => {
      const place = placeOf({ entry: index, block });
      return places.has(place) ? (places.get(place) ?? []) : content;
    });
    const isSame =
      blocks.length === entry.blocks.length && blocks.every((one, at) => one === entry.blocks[at]);
    if (blocks.length > 0 || entry.blocks.length === 0) {
      entries.push(isSame ? entry : { ...entry, blocks });
      origins.push(state.origins[index]!);
    }
    due = added.get(index) ?? due;
  }
  settle();
  return { entries, origins };
}

const isCall = ({ type }: ContentBlock): boolean => type === 'tool_call';
