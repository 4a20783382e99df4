import type { DroppedNotice, IContent } from '@palimpsest/core-types';
import { isGapMark } from './human-text.ts';
import {
  makeTurnMark,
  mergedEntries,
  missingTurn,
  roleMark,
  roleMarks,
  withRoleMarks,
} from './keep-turns.ts';
import { plainTurns, type PlainTurns } from './plain-turns.ts';
import type { EditPlan, Insertion } from './plan.ts';
import { removedRuns, type RemovedRun } from './removed-runs.ts';
import { isResult, turnOf, type Turn } from './turn.ts';

export interface NoticeRequest {
  /** Newest entries that stay whole. */
  readonly newest: number;
  /** Where it may stand, given the index of the first entry that goes. */
  readonly place: (index: number) => number;
  readonly make: (notice: DroppedNotice) => IContent;
  /** Older notices whose place the new one takes, with what they said is gone. */
  readonly replaces: ReadonlyMap<number, number>;
}

/**
 * Adds a notice to a plan: it says how many entries are removed. The notice replaces the first removed entries, in the role that alternation
 * needs there; where it needs none, a bare mark of the model is added next to the notice. The mark takes the place of a removed turn of the
 * model, or parts the notice from a user message that followed a removed result. All other gaps keep alternation by `keepTurns`.
 */
export function placeNotice(
  history: readonly IContent[],
  plan: EditPlan,
  { newest, place, make, replaces }: NoticeRequest,
): EditPlan {
  const merged = mergedEntries(plan);
  const isGone = (index: number): boolean => !merged.has(index);
  const removals = new Set([...plan.removals, ...replaces.keys()]);
  const sources = [...removals].filter(isGone).toSorted((a, b) => a - b);
  const isDropped = (index: number): boolean => isGone(index) && !isGapMark(history[index]!);
  let dropped = [...plan.removals].filter(isDropped).length;
  for (const before of replaces.values()) dropped += before;
  const first = sources[0]!;
  const bare = { ...plan, removals };
  const [run, ...others] = removedRuns(history, bare);
  const plain = plainTurns(history, bare);
  const turn = run && noticeTurn(run, plain);
  // Between a call and its result nothing may stand.
  const isWithin = run === undefined || (run.after !== undefined && answers(run.after));
  let at = isWithin ? place(first) : run.gone[0]!;
  const beside = isWithin || turn ? undefined : roleMark(history, run, 'model', merged);
  // The mark stands first where a turn of the user stands before both.
  const isMarkFirst = beside !== undefined && run !== undefined && followsUser(run, plain);
  if (beside) at = isMarkFirst ? beside.place + 1 : beside.place;
  const isMarkInserted = !isWithin && !turn && !beside && isAfterResult(history, run);
  const isMarkLast = isMarkInserted || (beside !== undefined && !isMarkFirst);
  if (!isWithin) plain.add(at, turn ?? (isMarkLast ? 'model' : 'user'));
  const marks = roleMarks(history, others, { merged, plain });
  // The notice counts what the mark stands for.
  if (beside) marks.push({ ...beside, entry: beside.entry && makeTurnMark() });
  const kept = withRoleMarks(bare, marks);
  let following = isMarkInserted ? 1 : 0;
  for (let index = at; index < history.length; index += 1) {
    if (!kept.removals.has(index)) following += 1;
  }
  const notice = make({ dropped, newest, following });
  const entry: IContent = { ...notice, speaker: turn === 'model' ? 'ai' : 'human' };
  const insertions = new Map<number, Insertion>([[at, { entry, reason: 'notice', sources }]]);
  if (isMarkInserted) {
    insertions.set(at + 1, { entry: makeTurnMark(), reason: 'notice', sources: [] });
  }
  return { ...kept, insertions };
}

/** Returns whether a user message follows a run whose last entry is a result: the result parted it from what stands before. */
function isAfterResult(history: readonly IContent[], { gone, after }: RemovedRun): boolean {
  return after !== undefined && turnOf(after) === 'user' && isResult(history[gone.at(-1)!]!);
}

/** Returns whose turn a notice is; at the end of a history it follows the other role. */
function noticeTurn(run: RemovedRun, plain: PlainTurns): Turn | undefined {
  const around = plain.around(run);
  // First of all, it and the mark of the model are both turns that a user message behind calls and results needs before it.
  if (run.before === undefined && around.after === 'user') return undefined;
  if (run.after !== undefined) return missingTurn(run, around);
  return run.before !== undefined && turnOf(run.before) === 'user' ? 'model' : 'user';
}

/** Returns whether a turn of the user stands before a run, calls and results aside. */
function followsUser(run: RemovedRun, plain: PlainTurns): boolean {
  const before = plain.around(run).before ?? (run.before && turnOf(run.before));
  return before === 'user';
}

/** Whether an entry answers calls of the one before it; a model's own entry answers its own. */
function answers({ speaker, blocks }: IContent): boolean {
  return speaker !== 'ai' && blocks.some(({ type }) => type === 'tool_response');
}
