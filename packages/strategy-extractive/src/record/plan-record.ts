import { hasToolCall, isMarker, type ContentBlock, type IContent } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import {
  createRecordEntry,
  expandToWholeExchanges,
  isHumanText,
  isRecordEntry,
  previewPlan,
  readRecordEntry,
  replaceBySummary,
  writeRecord,
  type EditPlan,
  type RecordItem,
} from '@palimpsest/engine/history';
import type { KnownPaths } from '@palimpsest/engine/tools';
import { findHeldByReferences } from '../history/detach-references.ts';
import type { Entries, ReductionScope } from '../history/scope.ts';
import { countSteps, itemLister, joinRepeated } from './list-items.ts';

/** A plan with a record, and the tokens of the planned history. */
export interface RecordPlan {
  readonly plan: EditPlan;
  readonly tokens: number;
}

/** How much of the steps a record says: one line each and the lines that the open question names, one line each, or their number. */
type Detail = 'asked' | 'lines' | 'counts';

interface RecordOptions {
  readonly detail: Detail;
  /** Maximum tokens of the record. @default no limit */
  readonly maxTokens?: number;
}

/** Replaces exchanges of a history that `base` reduced by a record. `undefined` if there is none, or if the record is too large. */
export type PlanRecord = (
  base: RecordPlan,
  options: RecordOptions,
) => Promise<RecordPlan | undefined>;

/**
 * Returns a function that replaces whole exchanges by one record, oldest first: as few as necessary to meet the target, else all that precede
 * the tail. An exchange is never split. What precedes the first of them stays, and so do protected entries and opaque blocks, after the record.
 */
export function recordPlanner(input: StrategyInput, scope: ReductionScope): PlanRecord {
  const { history, index, cuts, tailStart, targetTokens, estimateTokens } = input;
  const { originalId, signal } = input.context;
  const listItems = itemLister({
    index,
    taxonomy: scope.taxonomy,
    replacedIn: scope.words.replacedIn,
    originalId,
  });
  const known = new WeakMap<IContent, number>();
  const tokensOf = async (entry: IContent): Promise<number> => {
    const tokens = known.get(entry) ?? (await estimateTokens([entry]));
    known.set(entry, tokens);
    return tokens;
  };

  return async ({ plan: base, tokens }, { detail, maxTokens = Number.POSITIVE_INFINITY }) => {
    const current = history.map((entry, at) => base.edits.get(at) ?? entry);
    const left = current.map((entry, at) => (isRemoved(base, at) ? undefined : entry));
    const range = findRange(left, input, scope);
    if (range === undefined) return undefined;
    const { start, isRecorded } = range;
    const ends = range.ends.filter((end) => cuts.isSafe(end));
    if (ends.length === 0) return undefined;
    /** The items of each entry, and the tokens of all entries up to it that may become part of the record. */
    const itemsAt: (readonly RecordItem[])[] = [];
    const tokensUntil = [0];
    const knownPaths: KnownPaths = new Map();
    for (const [at, entry] of current.slice(0, tailStart).entries()) {
      signal?.throwIfAborted();
      itemsAt.push(
        isRecorded(at)
          ? [...listItems(entry, knownPaths, detail === 'asked' ? scope.asked : undefined)]
          : [],
      );
      tokensUntil.push(tokensUntil[at]! + (isRecorded(at) ? await tokensOf(entry) : 0));
    }
    const canRecall =
      originalId !== undefined ||
      current.some((entry) => readRecordEntry(entry)?.canRecall === true);
    const recordAt = (end: number): IContent => {
      const items = itemsAt.slice(start, end).flat();
      const listed = detail === 'counts' ? countSteps(items) : joinRepeated(items);
      const text = writeRecord(listed, { canRecall });
      return createRecordEntry(text);
    };
    /** Returns whether an estimate by parts says that the target is met. */
    const mayFit = async (end: number): Promise<boolean> => {
      signal?.throwIfAborted();
      const record = await estimateTokens([recordAt(end)]);
      return tokens - tokensUntil[end]! + record <= targetTokens;
    };
    let to = ends.length - 1;
    let from = (await mayFit(ends[to]!)) ? 0 : to;
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (await mayFit(ends[middle]!)) to = middle;
      else from = middle + 1;
    }
    // Estimators need not be additive.
    for (let more = 1; ; more *= 2) {
      const end = ends[to]!;
      const record = recordAt(end);
      if ((await estimateTokens([record])) > maxTokens) return undefined;
      const plan = withRecord(current, base, { record, isRecorded, start, end });
      const tokensAfter = await estimateTokens(previewPlan(history, plan));
      if (tokensAfter <= targetTokens || to === ends.length - 1)
        return { plan, tokens: tokensAfter };
      to = Math.min(ends.length - 1, to + more);
    }
  };
}

interface Range {
  /** Index of the first entry of the record. */
  readonly start: number;
  /** Indices after the entries with which the record may end, ascending. */
  readonly ends: readonly number[];
  readonly isRecorded: (at: number) => boolean;
}

/** Finds what may become a record: it begins with an earlier record, or with the first exchange and its request. Talk before it stays, as a record says it no shorter. */
function findRange(
  entries: Entries,
  { history, index, tailStart, isProtected }: StrategyInput,
  scope: ReductionScope,
): Range | undefined {
  const named = findHeldByReferences(entries, scope);
  const held = expandToWholeExchanges(index, tailStart, (at) => {
    const entry = entries[at];
    if (entry === undefined) return false;
    return named.has(at) || isProtected(entry) || entry.blocks.some(isLoneOpaque);
  });
  const isFree = (at: number): boolean => entries[at] !== undefined && !held.has(at);
  const firstWith = (isWanted: (entry: IContent) => boolean): number =>
    entries.findIndex((entry, at) => entry !== undefined && isFree(at) && isWanted(entry));
  const firstCall = firstWith(hasToolCall);
  if (firstCall < 0 || firstCall >= tailStart) return undefined;
  let start = firstWith((entry) => isRecordEntry(entry) || hasToolCall(entry));
  // A record is a message of the user: another one before it would need a turn of the agent between them.
  const isRequestAt = (at: number): boolean =>
    isFree(at) &&
    entries[at] === history[at] &&
    isHumanText(history[at]!) &&
    !hasMarker(history[at]!);
  while (isRequestAt(start - 1)) start -= 1;
  return {
    start,
    ends: Array.from({ length: tailStart - firstCall }, (_, at) => firstCall + 1 + at),
    isRecorded: (at) => at >= start && at < tailStart && isFree(at),
  };
}

interface Recorded {
  readonly record: IContent;
  readonly isRecorded: (at: number) => boolean;
  readonly start: number;
  readonly end: number;
}

/** Returns the edits of `base`, with the record in place of the recorded entries from `start` to before `end`. */
function withRecord(
  current: readonly IContent[],
  base: EditPlan,
  { record, isRecorded, start, end }: Recorded,
): EditPlan {
  const sources = new Set<number>();
  for (let at = start; at < end; at += 1) {
    if (!isRecorded(at)) continue;
    for (const source of base.merges?.get(at) ?? [at]) sources.add(source);
  }
  const ascending = [...sources].toSorted((left, right) => left - right);
  const removed = ascending.filter((at) => !isRemoved(base, at));
  // The turns around what `base` removed already alternate.
  const left = current.map((entry, at) => (isRemoved(base, at) ? NO_TURN : entry));
  const plan = replaceBySummary(left, { removed, summary: record });
  const merges = new Map(base.merges);
  for (const at of removed) merges.delete(at);
  merges.set(removed[0]!, ascending);
  return { ...plan, edits: new Map([...base.edits, ...plan.edits]), merges };
}

function isRemoved({ edits }: EditPlan, at: number): boolean {
  return edits.has(at) && edits.get(at) === undefined;
}

const NO_TURN: IContent = { speaker: 'system', blocks: [] };

function hasMarker({ blocks }: IContent): boolean {
  return blocks.some((block) => block.type === 'text' && isMarker(block.text));
}

function isLoneOpaque(block: ContentBlock): boolean {
  if (block.type !== 'opaque') return false;
  return block.belongsToCalls !== true && block.hostedCallId === undefined;
}
