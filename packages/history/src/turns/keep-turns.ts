import { formatGapMarker, parseGapMarker, type IContent } from '@palimpsest/core-types';
import { copyPlan, type EditPlan } from '../edits/plan.ts';
import { parseNoticeEntry } from '../entries/generated-entries.ts';
import { isGapMarker } from '../entries/human-text.ts';
import {
  plainTurns,
  type PlainNeighbours,
  type PlainTurns,
  removedRuns,
  type RemovedRun,
  isResultEntry,
  getTurn,
  type Turn,
} from './turns.ts';

const SPEAKERS = { user: 'human', model: 'ai' } as const;

/**
 * Keeps user and model turns alternating in a plan that removes entries, and the first turn the user's. Where the roles would collide, a
 * removed entry becomes a gap marker, `…12`, in the missing role. `plainTurns` decides between turns with kept exchanges. Linear.
 *
 * Anthropic and Gemini require a user message first; Gemini requires a user message or a result before a call; chat templates of Mistral
 * and Gemma require alternation (issue 19).
 */
export function keepTurns(history: readonly IContent[], plan: EditPlan): EditPlan {
  const markers = roleMarkers(history, removedRuns(history, plan), {
    merged: mergedEntries(plan),
    plain: plainTurns(history, plan),
  });
  return withRoleMarkers(plan, markers);
}

/** Returns the plan without removals of gap markers alone: new ones would have to replace them. */
export function withoutMarkersAlone(history: readonly IContent[], plan: EditPlan): EditPlan {
  const removals = new Set(plan.removals);
  for (const { removed } of removedRuns(history, plan)) {
    if (!removed.every((index) => isGapMarker(history[index]!))) continue;
    for (const index of removed) removals.delete(index);
  }
  return { ...plan, removals };
}

/** Returns the role that is missing where a run was removed; `undefined` if its neighbours may be adjacent. */
export function missingTurn(
  { before, after }: RemovedRun,
  plain: PlainNeighbours,
): Turn | undefined {
  if (after === undefined) return undefined;
  if (plain.before !== undefined && plain.after !== undefined) {
    if (plain.before !== plain.after) return undefined;
    return plain.after === 'user' ? 'model' : 'user';
  }
  if (getTurn(after) === 'model') {
    return before === undefined || getTurn(before) === 'model' ? 'user' : undefined;
  }
  const isParted = before === undefined || getTurn(before) === 'model';
  return isParted || (isResultEntry(before) && isResultEntry(after)) ? undefined : 'model';
}

/** The marker that replaces a run of removed entries. */
export interface RoleMarker {
  /** Index of the removed entry that becomes the marker. */
  readonly index: number;
  /** The marker; `undefined` if the entry already is it. */
  readonly entry: IContent | undefined;
  /** Ascending indices of the removed entries it represents. */
  readonly sources: readonly number[];
}

/** Returns the markers, ascending, for runs whose neighbours must not be adjacent. */
export function roleMarkers(
  history: readonly IContent[],
  runs: Iterable<RemovedRun>,
  { merged, plain }: { readonly merged: ReadonlySet<number>; readonly plain: PlainTurns },
): RoleMarker[] {
  const markers: RoleMarker[] = [];
  for (const run of runs) {
    for (const { removed, turn } of missingTurns(history, run, plain.around(run))) {
      const marker = roleMarker(history, { ...run, removed }, turn, merged);
      if (marker === undefined) continue;
      markers.push(marker);
      plain.add(marker.index, turn);
    }
  }
  return markers;
}

/** Returns whether a run starts the history and a user message follows it after kept exchanges: both roles must come before these. */
export function needsBothTurns({ before }: RemovedRun, { after }: PlainNeighbours): boolean {
  return before === undefined && after === 'user';
}

/** Returns the missing roles of a run, each with the removed entries that its marker represents. */
function missingTurns(
  history: readonly IContent[],
  run: RemovedRun,
  plain: PlainNeighbours,
): readonly { readonly removed: readonly number[]; readonly turn: Turn }[] {
  const { removed } = run;
  const turn = missingTurn(run, plain);
  if (turn === undefined) return [];
  const last = removed.findLastIndex((at) => getTurn(history[at]!) === 'model');
  if (!needsBothTurns(run, plain) || last <= 0) return [{ removed, turn }];
  return [
    { removed: removed.slice(0, last), turn },
    { removed: removed.slice(last), turn: 'model' },
  ];
}

/**
 * Returns the marker for a run in a role; `undefined` if no removed entry has that role.
 *
 * @param merged entries that another entry already represents (`mergedEntries`)
 */
export function roleMarker(
  history: readonly IContent[],
  { removed }: RemovedRun,
  turn: Turn,
  merged: ReadonlySet<number>,
): RoleMarker | undefined {
  const free = removed.filter((at) => !merged.has(at));
  const ofTurn = free.filter((at) => getTurn(history[at]!) === turn);
  const index = ofTurn.find((at) => !isResultEntry(history[at]!)) ?? ofTurn[0];
  if (index === undefined) return undefined;
  const sources = neighboursOf(index, new Set(free));
  const given = history[index]!;
  // The marker stays the same entry, so that compressing again changes nothing.
  const isSame = sources.length === 1 && isGapMarker(given) && given.speaker === SPEAKERS[turn];
  return { index, entry: isSame ? undefined : createMarker(history, sources, turn), sources };
}

/** Returns the entries that a replacement of a plan represents. */
export function mergedEntries({ merges }: EditPlan): ReadonlySet<number> {
  return new Set([...(merges?.values() ?? [])].flat());
}

/** Returns the plan with markers in place of removed entries. */
export function withRoleMarkers(plan: EditPlan, markers: readonly RoleMarker[]): EditPlan {
  if (markers.length === 0) return plan;
  const copy = copyPlan(plan);
  for (const { index, entry, sources } of markers) {
    copy.removals.delete(index);
    copy.replacements.delete(index);
    if (entry === undefined) continue;
    copy.replacements.set(index, entry);
    copy.merges.set(index, sources);
  }
  return copy;
}

/** Returns the ascending indices of the run without gaps around an index, itself included. */
function neighboursOf(index: number, indices: ReadonlySet<number>): number[] {
  let first = index;
  while (indices.has(first - 1)) first -= 1;
  const found: number[] = [];
  for (let at = first; indices.has(at); at += 1) found.push(at);
  return found;
}

/** Creates an assistant entry that separates two user turns: a marker without a count, because the notice next to it states the count. */
export function makeTurnMarker(): IContent {
  return { speaker: SPEAKERS.model, blocks: [{ type: 'text', text: '…' }] };
}

function createMarker(
  history: readonly IContent[],
  removed: readonly number[],
  turn: Turn,
): IContent {
  let lines = 0;
  for (const index of removed) lines += countLines(history[index]!);
  const text = formatGapMarker(Math.max(1, lines));
  return { speaker: SPEAKERS[turn], blocks: [{ type: 'text', text }] };
}

/** Returns the lines of an entry as a gap marker counts them: 1 per call or result, 0 for a notice. */
function countLines(entry: IContent): number {
  if (parseNoticeEntry(entry) !== undefined) return 0;
  let lines = 0;
  for (const block of entry.blocks) {
    const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
    lines += typeof text === 'string' ? (parseGapMarker(text) ?? text.split('\n').length) : 1;
  }
  return lines;
}
