import {
  hasToolResult,
  type IContent,
  type MediaBlock,
  type TokenEstimator,
} from '@palimpsest/core-types';
import type { EditPlan } from '../edits/plan.ts';
import type { PlacedEntry } from '../turns/keep-turns.ts';
import { makeTurnMarker } from '../turns/turns.ts';
import type { RecordFacts, RecordItem } from './grammar.ts';
import { createRecordEntry } from './read-record.ts';
import { writeRecordInSteps } from './write-record.ts';

/** The entries that become records. */
export interface RecordPlace {
  readonly history: readonly IContent[];
  /** Whether an entry becomes a part of a record. At least one does. */
  readonly isRecorded: readonly boolean[];
  readonly canRecall: boolean;
  /** The pictures and documents of people that records carry. */
  readonly carried: ReadonlySet<MediaBlock>;
  /** Whether the last record says how much follows it: a share of the shorter history would be less. */
  readonly saysFollowing: boolean;
}

/** Adjacent entries that become one record. */
export interface RecordRun {
  readonly from: number;
  readonly to: number;
}

/** Returns the runs of entries that become one record each. */
function runsOf(isRecorded: readonly boolean[]): readonly RecordRun[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, recorded] of isRecorded.entries()) {
    if (!recorded) continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

/**
 * Returns the indices before which an entry of the model must stand so that user and model take turns, as chat templates require: between a
 * record and a message of the user, or another record. System entries take no turn.
 */
function placesOfMarkers(
  history: readonly IContent[],
  isRecorded: readonly boolean[],
  { from, to }: RecordRun,
): readonly number[] {
  const isSystem = (at: number): boolean => history[at]?.speaker === 'system' && !isRecorded[at]!;
  let before = from - 1;
  while (isSystem(before)) before -= 1;
  let after = to;
  while (isSystem(after)) after += 1;
  const places: number[] = [];
  if (before >= 0 && (isRecorded[before]! || history[before]!.speaker !== 'ai')) places.push(from);
  if (after < history.length && !isRecorded[after]! && history[after]!.speaker !== 'ai')
    places.push(to);
  return places;
}

/** Returns the pictures and documents of people in an entry. */
function mediaOfPerson(entry: IContent): readonly MediaBlock[] {
  if (entry.speaker !== 'human' || hasToolResult(entry)) return [];
  return entry.blocks.filter((block) => block.type === 'media');
}

/** Maximum share of the target for pictures and documents of people, as long as what was said needs the rest. */
export const MEDIA_SHARE = 0.25;
/** Maximum number of pictures and documents of people that records carry. */
const MAX_MEDIA = 2;

/** Returns the newest pictures and documents of people whose entries become records: as many as records may carry in a number of tokens. */
export async function findCarriedMedia(
  { history, isRecorded }: Pick<RecordPlace, 'history' | 'isRecorded'>,
  maxTokens: number,
  estimateTokens: TokenEstimator,
): Promise<ReadonlySet<MediaBlock>> {
  const all = history.flatMap((entry, at) => (isRecorded[at] === true ? mediaOfPerson(entry) : []));
  const carried = new Set<MediaBlock>();
  let remainingTokens = maxTokens;
  for (const block of all.slice(-MAX_MEDIA).toReversed()) {
    remainingTokens -= await estimateTokens([{ speaker: 'human', blocks: [block] }]);
    if (remainingTokens < 0) break;
    carried.add(block);
  }
  return carried;
}

/**
 * Returns a function that plans records with given items in place of the recorded entries. Each record stands where its first entry stood.
 * System and pinned entries split them.
 */
export function createRecordPlanner({
  history,
  isRecorded,
  canRecall,
  carried,
  saysFollowing,
}: RecordPlace): (
  itemsOf: (run: RecordRun) => Generator<void, readonly RecordItem[]>,
) => Generator<void, EditPlan> {
  const runs = runsOf(isRecorded);
  const separated = runs.flatMap((run) => placesOfMarkers(history, isRecorded, run));
  const end = runs.at(-1)!.to;
  const following = history.length - end + separated.filter((at) => at >= end).length;
  const factsOf = ({ from, to }: RecordRun): Omit<RecordFacts, 'hasSteps'> => ({
    isContinued: from !== runs[0]!.from,
    canRecall,
    newest: saysFollowing && to === end ? following : undefined,
  });
  return function* (itemsOf) {
    const insertions = new Map<number, PlacedEntry>();
    const edits = new Map<number, IContent | undefined>();
    const merges = new Map<number, readonly number[]>();
    const items: (readonly RecordItem[])[] = [];
    for (const run of runs) items.push(yield* itemsOf(run));
    const hasSteps = items.flat().some(({ kind }) => kind === 'step');
    for (const [number, run] of runs.entries()) {
      const { from, to } = run;
      const media = history
        .slice(from, to)
        .flatMap(mediaOfPerson)
        .filter((one) => carried.has(one));
      const text = yield* writeRecordInSteps(items[number]!, { ...factsOf(run), hasSteps });
      const entry = createRecordEntry(text, media);
      for (let at = from; at < to; at += 1) edits.set(at, at === from ? entry : undefined);
      merges.set(
        from,
        Array.from({ length: to - from }, (_, at) => from + at),
      );
    }
    for (const at of separated) {
      insertions.set(at, { entry: makeTurnMarker(), sources: [], reason: 'notice' });
    }
    return { edits, insertions, merges };
  };
}
