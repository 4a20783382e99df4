import type { IContent, Repair } from '@palimpsest/core-types';
import { isBlank } from '../entries/blank.ts';
import { isWellFormedEntry, wellFormedEntry } from '../entries/well-formed.ts';
import { isId, repairIds, repairPairs, replaceEntries, type RepairState } from './repair-calls.ts';
import {
  indexExchanges,
  isAwaitingResult,
  type ExchangeIndex,
} from '../structure/exchange-index.ts';

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

const STEPS: readonly RepairStep[] = [repairText, repairIds, repairPairs, dropBlank];

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
  const given = indexExchanges(history);
  if (isSound(given)) return { history, index: given, repairs: [] };
  const repairs: Repair[] = [];
  let state: RepairState = { entries: history, origins: [...history.keys()] };
  let index = given;
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
  if (unmatchedResults.length > 0) return false;
  for (const { calls, isPending } of exchanges) {
    for (const site of calls)
      if (!isId(site.call.id) || (!isPending && isAwaitingResult(site))) return false;
  }
  for (let at = 0; at < history.length; at += 1) {
    const entry = history[at]!;
    if (entry.speaker !== 'system' && isBlank(entry)) return false;
    if (!isWellFormedEntry(entry)) return false;
  }
  return true;
}

function repairText(state: RepairState, _index: ExchangeIndex, repairs: Repair[]): RepairState {
  const changed = new Map<number, IContent>();
  for (const [index, entry] of state.entries.entries()) {
    if (isWellFormedEntry(entry)) continue;
    const { entry: mended, removed, isRewritten } = wellFormedEntry(entry);
    changed.set(index, mended);
    const at = { kind: 'lone-surrogate', index: state.origins[index]! } as const;
    if (isRewritten) {
      repairs.push({ ...at, detail: 'half a character (a lone surrogate) became U+FFFD' });
    }
    if (removed.length > 0) {
      const detail = 'reasoning held half a character (a lone surrogate); it may not be rewritten';
      repairs.push({ ...at, detail, removed });
    }
  }
  return replaceEntries(state, changed);
}

function dropBlank(state: RepairState, _index: ExchangeIndex, repairs: Repair[]): RepairState {
  const kept: number[] = [];
  for (const [index, entry] of state.entries.entries()) {
    if (entry.speaker === 'system' || !isBlank(entry)) {
      kept.push(index);
      continue;
    }
    repairs.push({
      kind: 'blank-entry',
      index: state.origins[index]!,
      detail: `an ${entry.speaker} entry says nothing`,
      removed: entry.blocks,
    });
  }
  if (kept.length === state.entries.length) return state;
  return {
    entries: kept.map((index) => state.entries[index]!),
    origins: kept.map((index) => state.origins[index]!),
  };
}
