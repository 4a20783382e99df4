import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '../edits/plan.ts';
import type { RemovedRun } from './removed-runs.ts';
import { hasTurn, isResult, turnOf, type Turn } from './roles.ts';

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
  const turns = history.map((entry, index) =>
    removals.has(index)
      ? undefined
      : plainTurn(replacements.get(index) ?? entry, history[index + 1]),
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
    given = plainTurn(entry, history[index + 1]) ?? given;
  }
  before.push(kept);
  for (let index = history.length - 2; index >= 0; index -= 1) {
    const isAside =
      turns[index] === undefined && !(removals.has(index) && hasTurn(history[index]!));
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

/**
 * Returns whether an entry is a plain turn. A model turn with calls is plain if no result follows, because the provider executed the calls or
 * the entry has their results: nothing separates it from the next turn.
 */
export function isPlainTurn(entry: IContent, next: IContent | undefined): boolean {
  if (!hasTurn(entry)) return false;
  const isExchange = isResult(entry) || entry.blocks.some(({ type }) => type === 'tool_call');
  if (!isExchange || entry.speaker !== 'ai') return !isExchange;
  return next !== undefined && (next.speaker === 'ai' || !isResult(next));
}

/** Returns the role of a plain turn; `undefined` for any other entry. */
function plainTurn(entry: IContent, next: IContent | undefined): Turn | undefined {
  return isPlainTurn(entry, next) ? turnOf(entry) : undefined;
}
