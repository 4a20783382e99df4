import type { DroppedNotice, IContent } from '@palimpsest/core-types';
import type { EditPlan, Insertion } from '../edits/plan.ts';
import { isGapMarker } from '../entries/human-text.ts';
import {
  makeTurnMarker,
  mergedEntries,
  missingTurn,
  needsBothTurns,
  roleMarker,
  roleMarkers,
  withRoleMarkers,
} from './keep-turns.ts';
import {
  plainTurns,
  type PlainTurns,
  removedRuns,
  type RemovedRun,
  isResultEntry,
  getTurn,
  type Turn,
} from './turns.ts';

export interface NoticeRequest {
  /** Entries of the preserved tail. */
  readonly newest: number;
  /** Returns an index for the notice, given that of the first removed entry. */
  readonly indexFor: (first: number) => number;
  readonly make: (notice: DroppedNotice) => IContent;
  /** Older notices to replace, with their counts of removed entries. */
  readonly replaces: ReadonlyMap<number, number>;
}

/**
 * Adds a dropped notice to a plan, in place of the first run of removed entries and in the role that alternation requires. If it requires
 * none, a marker of the model follows or precedes the notice: a removed model turn, or a new one before a user message that followed a
 * removed result or follows kept calls. `keepTurns` handles all other runs.
 */
export function placeNotice(
  history: readonly IContent[],
  plan: EditPlan,
  { newest, indexFor, make, replaces }: NoticeRequest,
): EditPlan {
  const merged = mergedEntries(plan);
  const isUnmerged = (index: number): boolean => !merged.has(index);
  const removals = new Set([...plan.removals, ...replaces.keys()]);
  const sources = [...removals].filter(isUnmerged).toSorted((a, b) => a - b);
  const isDropped = (index: number): boolean => isUnmerged(index) && !isGapMarker(history[index]!);
  let dropped = [...plan.removals].filter(isDropped).length;
  for (const before of replaces.values()) dropped += before;
  const first = sources[0]!;
  const bare = { ...plan, removals };
  const [run, ...others] = removedRuns(history, bare);
  const plain = plainTurns(history, bare);
  const turn = run && noticeTurn(run, plain);
  // Nothing may come between a call and its result.
  const isWithin =
    run === undefined || (run.after !== undefined && hasResultsForPrevious(run.after));
  let at = isWithin ? indexFor(first) : run.removed[0]!;
  const adjacentMarker = isWithin || turn ? undefined : roleMarker(history, run, 'model', merged);
  // The marker comes first if a user turn precedes both.
  const isMarkerFirst =
    adjacentMarker !== undefined && run !== undefined && followsUser(run, plain);
  if (adjacentMarker) at = isMarkerFirst ? adjacentMarker.index + 1 : adjacentMarker.index;
  const isMarkerNeeded = !isWithin && (isAfterResult(history, run) || precedesUser(run, plain));
  const isMarkerInserted = isMarkerNeeded && !turn && !adjacentMarker;
  const isMarkerLast = isMarkerInserted || (adjacentMarker !== undefined && !isMarkerFirst);
  if (!isWithin) plain.add(at, turn ?? (isMarkerLast ? 'model' : 'user'));
  const markers = roleMarkers(history, others, { merged, plain });
  // The notice counts what the marker represents.
  if (adjacentMarker)
    markers.push({ ...adjacentMarker, entry: adjacentMarker.entry && makeTurnMarker() });
  const kept = withRoleMarkers(bare, markers);
  let following = isMarkerInserted ? 1 : 0;
  for (let index = at; index < history.length; index += 1) {
    if (!kept.removals.has(index)) following += 1;
  }
  const notice = make({ dropped, newest, following });
  const entry: IContent = { ...notice, speaker: turn === 'model' ? 'ai' : 'human' };
  const insertions = new Map<number, Insertion>([[at, { entry, reason: 'notice', sources }]]);
  if (isMarkerInserted) {
    insertions.set(at + 1, { entry: makeTurnMarker(), reason: 'notice', sources: [] });
  }
  return { ...kept, insertions };
}

/** Returns whether a user message follows a run that ends with a result, which had separated it from the turn before. */
function isAfterResult(history: readonly IContent[], { removed, after }: RemovedRun): boolean {
  return (
    after !== undefined && getTurn(after) === 'user' && isResultEntry(history[removed.at(-1)!]!)
  );
}

/** Returns whether a user message follows kept calls after a run, so that a model turn must separate it from a user notice. */
function precedesUser(run: RemovedRun, plain: PlainTurns): boolean {
  return (
    run.after !== undefined && getTurn(run.after) === 'model' && plain.around(run).after === 'user'
  );
}

/** Returns the role that the notice needs; `undefined` if it needs a marker next to it. */
function noticeTurn(run: RemovedRun, plain: PlainTurns): Turn | undefined {
  const around = plain.around(run);
  // The notice and its marker are the two turns.
  if (needsBothTurns(run, around)) return undefined;
  if (run.after !== undefined) return missingTurn(run, around);
  return run.before !== undefined && getTurn(run.before) === 'user' ? 'model' : 'user';
}

/** Returns whether the turn before a run is the user's, kept exchanges aside. */
function followsUser(run: RemovedRun, plain: PlainTurns): boolean {
  const before = plain.around(run).before ?? (run.before && getTurn(run.before));
  return before === 'user';
}

/** Returns whether an entry has results for the entry before it; an assistant entry has results for itself. */
function hasResultsForPrevious({ speaker, blocks }: IContent): boolean {
  return speaker !== 'ai' && blocks.some(({ type }) => type === 'tool_response');
}
