import type { CompressionContext, IContent, ToolTaxonomy } from '@palimpsest/core-types';
import {
  protection,
  safeCuts,
  tailBoundary,
  tokenLedger,
  type ExchangeIndex,
  type HistoryPlan,
} from '@palimpsest/history';
import type { SalienceWeights } from '@palimpsest/salience';
import { fillRoom } from './fill-room.ts';
import { isGapNoteEntry, makeGapNote } from './gap-notes.ts';
import { readHistory } from './read-history.ts';
import type { ReadingMemory } from './reading-memory.ts';
import { selectFrom, type Ground, type Selection, type SelectionOptions } from './selection.ts';
import { chooseSkeleton, LEANEST, SKELETONS } from './skeletons.ts';
import { standings } from './standing.ts';
import { tailStart } from './tail-start.ts';
import { takeWhatFits } from './take-what-fits.ts';

/** Share of the budget the newest exchanges may take. */
const TAIL_SHARE = 0.12;
/** Share of the room that goes to what calls keep of their arguments beside their target. */
const SKELETON_SHARE = 0.1;

export interface Means {
  readonly taxonomy: ToolTaxonomy;
  readonly memory: ReadingMemory;
  readonly weights: SalienceWeights;
}

/** What is kept of a history, and what becomes of it. */
export interface SalienceDecision {
  /** Index of the first entry of the tail. */
  readonly boundary: number;
  readonly plan: HistoryPlan;
  readonly changes: ReadonlyMap<number, IContent>;
  readonly selection: Selection;
  /** How many units of the ranking are kept. */
  readonly taken: number;
}

export interface DecisionRequest {
  readonly index: ExchangeIndex;
  readonly context: CompressionContext;
  readonly targetTokens: number;
}

/** Decides what to keep of a history that is over its target; `undefined` where the tail is all of it. */
export async function decideSalience(
  { index, context, targetTokens }: DecisionRequest,
  { taxonomy, memory, weights }: Means,
): Promise<SalienceDecision | undefined> {
  const { history } = index;
  const { estimateTokens, pinned, originalId, signal } = context;
  const ledger = tokenLedger(estimateTokens);
  const tokens: number[] = [];
  for (const entry of history) {
    const count = ledger.count(entry);
    tokens.push(typeof count === 'number' ? count : await count);
  }

  const cuts = safeCuts(index);
  const preserve = context.runtimeContext.ephemerals.preserveThreshold?.();
  const boundary =
    preserve === undefined
      ? tailStart(history.length, cuts, { room: TAIL_SHARE * targetTokens, tokensOf: (at) => tokens[at]! })
      : tailBoundary(history, cuts, preserve);
  if (boundary === 0) return undefined;

  const parts = readHistory(index, { taxonomy, memory });
  signal?.throwIfAborted();
  const ground: Ground = {
    history,
    parts,
    standings: standings(history, parts, { boundary, isProtected: protection(pinned) }),
    tokens,
    rates: parts.map((of, at) => rateOf(of, tokens[at]!)),
    memory,
    weights,
    countEntry: (entry) => ledger.count(entry),
    originalId,
  };
  const note = history.some(isGapNoteEntry) ? undefined : makeGapNote(originalId !== undefined);
  const noteTokens = note === undefined ? 0 : await ledger.count(note);
  let room = targetTokens - noteTokens;
  let ordinary = 0;
  for (const [at, standing] of ground.standings.entries()) {
    if (standing === 'ordinary') ordinary += tokens[at]!;
    else room -= tokens[at]!;
  }
  const calls = parts.flat().filter((part) => part.role === 'arguments' && ground.standings[part.entry] === 'ordinary');
  const skeletonRoom = SKELETON_SHARE * room;
  const level = chooseSkeleton(calls, { room: skeletonRoom, rateOf: (at) => ground.rates[at]! });
  const { full, ample } = weights.lineShare;
  const lineShare = full * Math.min(1, Math.max(0, room) / Math.max(1, ordinary) / ample) ** 2;

  let chosen: { readonly selection: Selection; readonly taken: number } | undefined;
  for (const options of stages(level, room, lineShare)) {
    const selection = selectFrom(ground, options);
    const closed = selection.closedTokens + noteTokens;
    const tokensAt = async (taken: number): Promise<number> => closed + (await selection.draft.tokensAt(taken));
    const least = await tokensAt(0);
    chosen = { selection, taken: 0 };
    signal?.throwIfAborted();
    if (least > targetTokens) continue;
    const ranking = selection.ranking;
    const taken = await takeWhatFits({ ranking, tokensAt, targetTokens });
    await fillRoom({ selection, taken, tokensAt, targetTokens });
    chosen = { selection, taken };
    break;
  }
  const { selection, taken } = chosen!;
  const changes = await selection.draft.changesAt(taken);
  return { boundary, plan: planOf(changes, { note, placeOf: cuts.atOrBefore }), changes, selection, taken };
}

/** What is tried, one after another, until the target can be met. */
function* stages(level: number, room: number, lineShare: number): Generator<SelectionOptions> {
  yield { skeleton: SKELETONS[level]!, from: 'ordinary', room, lineShare };
  const skeleton = SKELETONS[LEANEST]!;
  if (level !== LEANEST) yield { skeleton, from: 'ordinary', room, lineShare };
  yield { skeleton, from: 'human', room: Number.MAX_SAFE_INTEGER, lineShare };
}

/** Tokens of a character of an entry. */
function rateOf(parts: Ground['parts'][number], tokens: number): number {
  let length = 1;
  for (const { reading } of parts) length += reading.source.length;
  return Math.min(100, Math.max(0.001, tokens / length));
}

function planOf(
  changes: ReadonlyMap<number, IContent>,
  { note, placeOf }: { readonly note: IContent | undefined; readonly placeOf: (index: number) => number },
): HistoryPlan {
  const plan = { removals: new Set<number>(), replacements: changes };
  const [first] = changes.keys();
  if (note === undefined || first === undefined) return plan;
  const sources = [...changes.keys()];
  const insertion = { entry: note, reason: 'notice' as const, sources };
  return { ...plan, insertions: new Map([[placeOf(first), insertion]]) };
}
