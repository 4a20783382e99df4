import type {
  ContentBlock,
  DensityConfig,
  DensityResult,
  IContent,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { trackInclusions } from '@palimpsest/dedup';
import { hasContent, createIsProtected } from '@palimpsest/history';
import { densityPlan } from './density-plan.ts';
import { hasOldResult, markedBlocks, noMarks, type EntryMarks } from './entry-marks.ts';
import { openCalls } from './open-calls.ts';
import { recentResults } from './recent-results.ts';
import { stalePointer } from './shorter-results.ts';
import { withChanges, type SortedValues } from './sorted-changes.ts';
import { staleReads, type Read } from './stale-reads.ts';
import type { ToolResult } from './tool-result.ts';

/** One conversation under one config, as far as it has been read. */
export interface OptimizationLine {
  /** Reads the entries behind those it has read, and plans for all of them. `entries` begins with those it was given before. */
  extend(entries: readonly IContent[]): DensityResult;
}

/**
 * Plans what can go without loss of what is still true: stale reads, then repeated file inclusions, then old results of each tool
 * (BR-CONFLICT-002); each sees what those before it took out. Indices mean the history as given; idempotent once applied. The newest exchange
 * is never touched.
 *
 * Each entry is read once, when it is new. An entry's outcome is made again only when something it depends on has changed since.
 */
export function createIncrementalOptimizer(
  config: DensityConfig,
  taxonomy: ToolTaxonomy,
): OptimizationLine {
  const { workspaceRoot } = config;
  const isPinned = createIsProtected();
  const calls = openCalls();
  const stale = config.readWritePruning ? staleReads(taxonomy, workspaceRoot) : undefined;
  const recent = config.recencyPruning ? recentResults(config.recencyRetention) : undefined;
  const inclusions = config.fileDedupe
    ? trackInclusions({ workspaceRoot, isProtected: isPinned })
    : undefined;

  let entries: readonly IContent[] = [];
  const marks: (EntryMarks | undefined)[] = [];
  /** The entry of the newest exchange, and the one there was when outcomes were made last. */
  let newestCall = -1;
  let settledCall = -1;
  /** What waits until the newest exchange is a newer one. */
  let heldReads: Read[] = [];
  let heldEntries = new Set<number>();

  let removed: SortedValues<true> = { at: [], values: [] };
  let replaced: SortedValues<IContent> = { at: [], values: [] };
  let readWritePairsPruned = 0;
  let recencyPruned = 0;

  function marksOf(index: number): EntryMarks {
    return (marks[index] ??= noMarks());
  }

  function isNewest(index: number): boolean {
    return newestCall >= 0 && (index === newestCall || marks[index]?.newestCall === newestCall);
  }

  function read(index: number): void {
    const entry = entries[index]!;
    const { blocks } = entry;
    let isCalling = false;
    for (let block = 0; block < blocks.length; block += 1) {
      const content = blocks[block]!;
      if (content.type === 'tool_call') {
        calls.add({ entry: index, block, call: content, use: undefined });
        isCalling = true;
      } else if (content.type === 'tool_response') {
        const call = calls.answer(content.callId);
        const result: ToolResult = {
          entry: index,
          block,
          response: content,
          call,
          isGone: false,
          pointer: undefined,
          isOld: false,
          pruned: undefined,
        };
        const own = marksOf(index);
        own.results.push(result);
        recent?.add(result);
        if (call === undefined) continue;
        own.newestCall = Math.max(own.newestCall, call.entry);
        stale?.answered(call, result);
      }
    }
    if (isCalling) newestCall = index;
    inclusions?.add(index, entry);
  }

  /** Takes out what became stale; returns the entries that this changes. */
  function takeStale(): number[] {
    const changed: number[] = [];
    const reads = [...heldReads, ...(stale?.take() ?? [])];
    heldReads = [];
    for (const one of reads) {
      const { call, result } = one;
      if (isPinned(entries[call.entry]!) || isPinned(entries[result.entry]!)) continue;
      if (isNewest(call.entry) || isNewest(result.entry)) {
        heldReads.push(one);
        continue;
      }
      if (config.staleReads === 'pointer') {
        result.pointer = stalePointer(one, taxonomy);
        if (result.pointer === undefined) continue;
      } else {
        result.isGone = true;
        recent?.remove(result);
        marksOf(call.entry).goneCalls.push(call.block);
        changed.push(call.entry);
      }
      changed.push(result.entry);
      readWritePairsPruned += 1;
    }
    return changed;
  }

  /** The entry as it will be, which is itself where nothing changes; `undefined` where it goes. */
  function outcomeOf(index: number): IContent | undefined {
    const entry = entries[index]!;
    let blocks: (ContentBlock | undefined)[] | undefined;
    const own = marks[index];
    if (own !== undefined) {
      const isHeld = isNewest(index);
      if (isHeld && hasOldResult(own)) heldEntries.add(index);
      const isFree = !isHeld && !isPinned(entry);
      recencyPruned -= own.pruned;
      blocks = markedBlocks(entry, own, { isFree, taxonomy });
      recencyPruned += own.pruned;
    }
    if (inclusions?.hasRepeated(index) === true) {
      blocks = inclusions.strip(index, blocks ?? entry.blocks);
    }
    if (blocks === undefined) return entry;
    const left = blocks.filter((block) => block !== undefined);
    return saysSomething(left) ? { ...entry, blocks: left } : undefined;
  }

  /** Makes the outcomes anew that what was read has changed. */
  function settle(): void {
    const changed = new Set(takeStale());
    if (newestCall !== settledCall) {
      for (const index of heldEntries) changed.add(index);
      heldEntries = new Set();
      settledCall = newestCall;
    }
    for (const { entry } of recent?.takeChanged() ?? []) changed.add(entry);
    for (const index of inclusions?.settle() ?? []) changed.add(index);
    const ascending = [...Uint32Array.from(changed).toSorted()];
    const outcomes = ascending.map((index) => outcomeOf(index));
    removed = withChanges(
      removed,
      ascending,
      outcomes.map((outcome) => (outcome === undefined ? true : undefined)),
    );
    replaced = withChanges(
      replaced,
      ascending,
      outcomes.map((outcome, at) => (outcome === entries[ascending[at]!] ? undefined : outcome)),
    );
  }

  return {
    extend(given) {
      entries = given;
      while (marks.length < entries.length) {
        const index = marks.length;
        marks.push(undefined);
        read(index);
      }
      settle();
      return densityPlan(removed.at, replaced, {
        readWritePairsPruned,
        fileDeduplicationsPruned: inclusions?.count ?? 0,
        recencyPruned,
      });
    },
  };
}

/** An entry that says nothing, or nothing but reasoning, is none (EC-053, D4). */
function saysSomething(blocks: readonly ContentBlock[]): boolean {
  return blocks.some((block) => block.type !== 'thinking' && hasContent(block));
}
