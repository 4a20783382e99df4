import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '../edits/plan.ts';
import type { RemovedRun } from './removed-runs.ts';
import { isTurn, isResultEntry, getTurn, type Turn } from './roles.ts';

/** The plain turns before and after a run of removed entries, in the planned history. */
export interface PlainNeighbours {
  readonly before: Turn | undefined;
  /** Set only if kept exchanges alone separate the run from this turn, and the plain turn before it had the other role. */
  readonly after: Turn | undefined;
}

export interface PlainTurns {
  around(run: Pick<RemovedRun, 'beforeAt' | 'afterAt'>): PlainNeighbours;
  /** Adds a plain turn that the plan inserts. Call in ascending order. */
  add(index: number, turn: Turn): void;
}

/**
 * Finds plain turns: turns without calls and results. Chat templates of Mistral and Gemma require these to alternate, providers require
 * adjacent entries to alternate. `user, model, call, result, user` satisfies only the first rule, and a plan must preserve it. Linear to
 * create, constant per run.
 */
export function plainTurns(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
): PlainTurns {
  const next = nextTurns(history);
  const turns = history.map((entry, index) =>
    removals.has(index) ? undefined : plainTurn(replacements.get(index) ?? entry, next[index]),
  );
  const before: number[] = [];
  const after: (Turn | undefined)[] = [];
  let kept = -1;
  let given: Turn | undefined;
  for (const [index, entry] of history.entries()) {
    before.push(kept);
    const turn = turns[index];
    if (turn !== undefined) kept = index;
    after.push(given !== undefined && given !== turn ? turn : undefined);
    given = plainTurn(entry, next[index]) ?? given;
  }
  before.push(kept);
  for (let index = history.length - 2; index >= 0; index -= 1) {
    const isAside = turns[index] === undefined && !(removals.has(index) && isTurn(history[index]!));
    if (isAside) after[index] = after[index + 1];
  }
  let added: { readonly index: number; readonly turn: Turn } | undefined;
  return {
    around({ beforeAt, afterAt }) {
      const last = before[beforeAt + 1]!;
      const isAdded = added !== undefined && added.index > last;
      return { before: isAdded ? added!.turn : turns[last], after: after[afterAt] };
    },
    add(index, turn) {
      added = { index, turn };
    },
  };
}

/** Returns the entries that are plain turns. */
export function plainTurnEntries(history: readonly IContent[]): readonly IContent[] {
  const turns = plainTurnRoles(history);
  return history.filter((_, index) => turns[index] !== undefined);
}

/** Returns the role of each entry that is a plain turn, `undefined` for the others. */
export function plainTurnRoles(history: readonly IContent[]): (Turn | undefined)[] {
  const next = nextTurns(history);
  return history.map((entry, index) => plainTurn(entry, next[index]));
}

/** Returns the turn after each entry, `undefined` after the last one. */
function nextTurns(history: readonly IContent[]): readonly (IContent | undefined)[] {
  const turns = Array.from<IContent | undefined>({ length: history.length });
  let next: IContent | undefined;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    turns[index] = next;
    const entry = history[index]!;
    if (isTurn(entry)) next = entry;
  }
  return turns;
}

/**
 * Returns the role of a plain turn; `undefined` for any other entry. A model turn with calls is plain if no result follows, because the
 * provider executed the calls or the entry has their results: nothing separates it from the next turn.
 */
function plainTurn(entry: IContent, next: IContent | undefined): Turn | undefined {
  if (!isTurn(entry)) return undefined;
  const isExchange = isResultEntry(entry) || entry.blocks.some(({ type }) => type === 'tool_call');
  const isResultNextOrPending =
    next === undefined || (next.speaker !== 'ai' && isResultEntry(next));
  return isExchange && (entry.speaker !== 'ai' || isResultNextOrPending)
    ? undefined
    : getTurn(entry);
}
