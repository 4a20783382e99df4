import type { ContentBlock, IContent, Repair } from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';
import { isWellFormedEntry, wellFormedBlock } from '../entries/well-formed.ts';
import {
  indexExchanges,
  isAwaitingResult,
  type ExchangeIndex,
} from '../structure/exchange-index.ts';
import { isId, nameCalls, pairResults } from './repair-calls.ts';
import { changeBlocks, placeOf, type BlockEdits, type RepairState } from './repair-state.ts';

export interface RepairedHistory {
  /** The same array if the input was valid. */
  readonly history: readonly IContent[];
  readonly index: ExchangeIndex;
  /** The repairs, in order of the input history. */
  readonly repairs: readonly Repair[];
  /** Input index of each entry; -1 for a generated one. Absent if the input was valid. */
  readonly origins?: readonly number[];
}

/** Repairs one kind of problem; returns the same state if there is none. */
type RepairStep = (state: RepairState, index: ExchangeIndex, repairs: Repair[]) => RepairState;

const STEPS: readonly RepairStep[] = [repairText, nameCalls, pairResults, dropBlank];

/** Histories that are known to be sound, with their index. */
const SOUND = new WeakMap<readonly IContent[], ExchangeIndex>();

/** Freezes a repaired history, and remembers that it needs no further repair. Not for a list of a caller, who may change it. */
export function rememberRepaired({ history, index }: RepairedHistory): void {
  SOUND.set(Object.freeze(history), index);
}

/**
 * Repairs a malformed history so that the invariants hold: lone surrogates, missing ids, unmatched, duplicate or misplaced results, calls
 * without a result, blank entries. Idempotent; returns a valid history unchanged; never throws.
 */
export function repairHistory(history: readonly IContent[]): RepairedHistory {
  const known = SOUND.get(history);
  if (known !== undefined) return { history, index: known, repairs: [] };
  let index = indexExchanges(history);
  if (isSound(index)) return { history, index, repairs: [] };
  const repairs: Repair[] = [];
  let state: RepairState = { entries: history, origins: [...history.keys()] };
  for (const step of STEPS) {
    const next = step(state, index, repairs);
    if (next === state) continue;
    state = next;
    index = indexExchanges(state.entries);
  }
  return {
    history: state.entries,
    index,
    repairs: repairs.toSorted((a, b) => a.index - b.index),
    origins: state.origins,
  };
}

/** Returns whether no step would change anything. One pass over entries and calls. */
function isSound({ history, exchanges, unmatchedResults }: ExchangeIndex): boolean {
  const hasCalls = exchanges.every(({ calls, isPending }) =>
    calls.every((site) => isId(site.call.id) && (isPending || !isAwaitingResult(site))),
  );
  return (
    hasCalls &&
    unmatchedResults.length === 0 &&
    history.every((entry) => !mustGo(entry) && isWellFormedEntry(entry))
  );
}

function mustGo(entry: IContent): boolean {
  return entry.speaker !== 'system' && isBlank(entry);
}

/** Replaces lone surrogates. Reasoning that has one goes: it must not be rewritten. */
function repairText(state: RepairState, _index: ExchangeIndex, repairs: Repair[]): RepairState {
  const edits: BlockEdits = new Map();
  for (const [at, { blocks }] of state.entries.entries()) {
    const removed: ContentBlock[] = [];
    let isRewritten = false;
    for (const [place, block] of blocks.entries()) {
      const fixed = wellFormedBlock(block);
      if (fixed === block) continue;
      edits.set(
        placeOf({ entry: at, block: place }),
        block.type === 'thinking' ? undefined : fixed,
      );
      if (block.type === 'thinking') removed.push(block);
      else isRewritten = true;
    }
    const common = { kind: 'lone-surrogate', index: state.origins[at]! } as const;
    if (isRewritten) {
      repairs.push({ ...common, detail: 'half a character (a lone surrogate) became U+FFFD' });
    }
    if (removed.length > 0) {
      const detail = 'reasoning held half a character (a lone surrogate); it may not be rewritten';
      repairs.push({ ...common, detail, removed });
    }
  }
  return changeBlocks(state, edits);
}

function dropBlank(state: RepairState, _index: ExchangeIndex, repairs: Repair[]): RepairState {
  const kept = [...state.entries.keys()].filter((at) => !mustGo(state.entries[at]!));
  if (kept.length === state.entries.length) return state;
  for (const [at, entry] of state.entries.entries()) {
    if (!mustGo(entry)) continue;
    const detail = `an ${entry.speaker} entry says nothing`;
    repairs.push({
      kind: 'blank-entry',
      index: state.origins[at]!,
      detail,
      removed: entry.blocks,
    });
  }
  return {
    entries: kept.map((at) => state.entries[at]!),
    origins: kept.map((at) => state.origins[at]!),
  };
}
