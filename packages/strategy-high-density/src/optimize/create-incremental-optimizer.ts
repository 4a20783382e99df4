import type {
  ContentBlock,
  DensityConfig,
  DensityResult,
  IContent,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { trackInclusions } from '@palimpsest/dedup';
import { createCallMatcher, createIsProtected, hasContent } from '@palimpsest/history';
import { recentResults } from './recent-results.ts';
import { type Read, staleReads } from './stale-reads.ts';
import {
  type EntryMarks,
  type ToolCall,
  type ToolResult,
  hasOldResult,
  markedBlocks,
  noMarks,
  stalePointer,
} from './tool-results.ts';

/** Incremental optimization of one conversation under one config. */
export interface OptimizationLine {
  /** Reads the entries that were appended since the last call, and plans for all. `entries` must start with those of the last call. */
  extend(entries: readonly IContent[]): DensityResult;
}

/**
 * Creates a planner of removals that lose nothing current: stale reads, then repeated file inclusions, then old results of each tool
 * (BR-CONFLICT-002); each step sees the output of the steps before. Indices refer to the given history; idempotent once applied. The newest
 * exchange stays unchanged.
 *
 * Reads each entry once. Recomputes the outcome of an entry only if something it depends on has changed.
 */
export function createIncrementalOptimizer(
  config: DensityConfig,
  taxonomy: ToolTaxonomy,
): OptimizationLine {
  const { workspaceRoot } = config;
  const isPinned = createIsProtected();
  const calls = createCallMatcher<ToolCall>();
  const stale = config.readWritePruning ? staleReads(taxonomy, workspaceRoot) : undefined;
  const recent = config.recencyPruning ? recentResults(config.recencyRetention) : undefined;
  const inclusions = config.fileDedupe
    ? trackInclusions({ workspaceRoot, isProtected: isPinned })
    : undefined;

  let entries: readonly IContent[] = [];
  const marks: (EntryMarks | undefined)[] = [];
  /** Entry of the newest exchange, now and when outcomes were last computed; -1 for none. */
  let newestCall = -1;
  let settledCall = -1;
  /** Changes that wait until another exchange is the newest. */
  let heldReads: Read[] = [];
  let heldEntries = new Set<number>();

  /** By index: the entry after the optimization, the same object if nothing changes, `undefined` if it is removed. */
  const outcomes: (IContent | undefined)[] = [];
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
        const call = calls.take(content.callId);
        const result: ToolResult = {
          entry: index,
          block,
          response: content,
          call,
          hasFailed: undefined,
          isRemoved: false,
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

  /** Removes new stale reads, or replaces them by pointers; returns the indices of the changed entries. */
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
        result.isRemoved = true;
        recent?.remove(result);
        marksOf(call.entry).removedCalls.push(call.block);
        changed.push(call.entry);
      }
      changed.push(result.entry);
      readWritePairsPruned += 1;
    }
    return changed;
  }

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

  /** Recomputes the outcomes that the new entries have changed. */
  function settle(): void {
    const changed = new Set(takeStale());
    if (newestCall !== settledCall) {
      for (const index of heldEntries) changed.add(index);
      heldEntries = new Set();
      settledCall = newestCall;
    }
    for (const { entry } of recent?.takeChanged() ?? []) changed.add(entry);
    for (const index of inclusions?.settle() ?? []) changed.add(index);
    for (const index of changed) outcomes[index] = outcomeOf(index);
  }

  return {
    extend(given) {
      entries = given;
      for (let index = outcomes.length; index < entries.length; index += 1) {
        outcomes.push(entries[index]);
        marks.push(undefined);
        read(index);
      }
      settle();
      const removals: number[] = [];
      const replaced: number[] = [];
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome === undefined) removals.push(index);
        else if (outcome !== entries[index]) replaced.push(index);
      }
      const replacing = replaced.map((index) => outcomes[index]!);
      let replacements: ReadonlyMap<number, IContent> | undefined;
      return {
        removals,
        // A map of thousands of entries takes longer to build than the plan of a turn, so it is built on first access. Its content is fixed now.
        get replacements() {
          return (replacements ??= new Map(replaced.map((index, at) => [index, replacing[at]!])));
        },
        metadata: {
          readWritePairsPruned,
          fileDeduplicationsPruned: inclusions?.count ?? 0,
          recencyPruned,
        },
      };
    },
  };
}

/** Returns whether blocks have content other than reasoning: an entry without any is removed (EC-053, D4). */
function saysSomething(blocks: readonly ContentBlock[]): boolean {
  return blocks.some((block) => block.type !== 'thinking' && hasContent(block));
}
