import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '../edits/plan.ts';

export type Turn = 'user' | 'model';

/** Returns the role of an entry's turn: results are user turns. */
export function getTurn({ speaker }: IContent): Turn {
  return speaker === 'ai' ? 'model' : 'user';
}

/** Returns whether an entry has tool results. */
export function isResultEntry({ speaker, blocks }: IContent): boolean {
  return speaker === 'tool' || blocks.some(({ type }) => type === 'tool_response');
}

/** Returns whether an entry is a turn: all are, except system entries. */
export function isTurn({ speaker }: IContent): boolean {
  return speaker !== 'system';
}

/** A rule about the order of roles. */
export type RoleRule =
  /** Anthropic and Gemini: the first message is the user's. */
  | 'starts-with-user'
  /** Gemini: a model turn with a call follows a user turn or a result. */
  | 'call-follows-user'
  /** Chat templates of Mistral and Gemma: user and model alternate. */
  | 'alternation';

interface RoleProblem {
  readonly rule: RoleRule;
  /** Index of the misplaced entry. */
  readonly index: number;
}

/**
 * Finds all entries that violate a rule about roles, in order. Ignores system entries. Results are user turns; adjacent results are one
 * turn. Linear.
 */
export function* findRoleProblems(history: readonly IContent[]): Generator<RoleProblem> {
  let before: IContent | undefined;
  for (const [index, entry] of history.entries()) {
    if (!isTurn(entry)) continue;
    if (getTurn(entry) === 'model') {
      const isFirst = before === undefined;
      if (isFirst || getTurn(before!) === 'model') {
        yield { rule: isFirst ? 'starts-with-user' : 'alternation', index };
        const hasCall = entry.blocks.some(({ type }) => type === 'tool_call');
        if (hasCall) yield { rule: 'call-follows-user', index };
      }
    } else if (before !== undefined && getTurn(before) === 'user') {
      const isOneTurn = isResultEntry(before) && isResultEntry(entry);
      if (!isOneTurn) yield { rule: 'alternation', index };
    }
    before = entry;
  }
}

/** Adjacent removed entries; entries without a turn are ignored. */
export interface RemovedRun {
  /** Ascending indices. */
  readonly removed: readonly number[];
  /** The neighbours in the planned history; `undefined` at its start and end. */
  readonly before: IContent | undefined;
  readonly after: IContent | undefined;
  /** Indices of the neighbours; -1 and the length of the history if there is none. */
  readonly beforeAt: number;
  readonly afterAt: number;
}

/** Finds all runs of removed entries, in order. */
export function* removedRuns(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
): Generator<RemovedRun> {
  if (removals.size === 0) return;
  let removed: number[] = [];
  let before: IContent | undefined;
  let beforeAt = -1;
  for (const [index, given] of history.entries()) {
    if (removals.has(index)) {
      if (isTurn(given)) removed.push(index);
      continue;
    }
    const after = replacements.get(index) ?? given;
    if (!isTurn(after)) continue;
    if (removed.length > 0) yield { removed, before, after, beforeAt, afterAt: index };
    removed = [];
    before = after;
    beforeAt = index;
  }
  if (removed.length > 0) {
    yield { removed, before, after: undefined, beforeAt, afterAt: history.length };
  }
}

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
