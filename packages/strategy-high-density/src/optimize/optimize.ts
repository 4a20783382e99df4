import {
  hasToolCall,
  type DensityConfig,
  type DensityResult,
  type IContent,
  type RawHistory,
  type Services,
} from '@palimpsest/core-types';
import { createIsProtected, type EntryPredicate } from '@palimpsest/engine/history';
import { createBlockEdits, type BlockEdits } from './block-edits.ts';
import { prunedResponse, stalePointer } from './pruned-results.ts';
import { oldResults, readResults, staleReads, type ToolResult } from './tool-results.ts';

type OptimizeServices = Required<Pick<Services, 'dedup' | 'toolTaxonomy'>>;

/** What the steps work on. */
interface Optimization {
  readonly config: DensityConfig;
  readonly services: OptimizeServices;
  readonly results: readonly ToolResult[];
  readonly edits: BlockEdits;
  readonly isPinned: EntryPredicate;
  /** Returns whether an entry may change, by index: it is not pinned, nor a part of the newest exchange. */
  readonly isFree: (entry: number) => boolean;
}

/**
 * Plans removals that lose nothing current: stale reads, then old results of each tool, then repeated file inclusions. Each step sees the
 * output of the steps before. Indices refer to the given history. Applied, the plan leaves nothing for a second one. The newest exchange stays
 * unchanged.
 */
export function optimize(
  history: RawHistory,
  config: DensityConfig,
  services: OptimizeServices,
): DensityResult {
  // Reading a view of a history by index can be slow.
  const entries = history.slice();
  const results = readResults(entries, services.toolTaxonomy);
  const edits = createBlockEdits(entries);
  const isPinned = createIsProtected();
  const newest = newestExchange(entries, results);
  const isFree = (entry: number): boolean => !newest.has(entry) && !isPinned(entries[entry]!);
  const optimization = { config, services, results, edits, isPinned, isFree };
  const stale = config.readWritePruning ? removeStaleReads(optimization) : new Set<ToolResult>();
  const recencyPruned = config.recencyPruning ? shortenOldResults(optimization, stale) : 0;
  const fileDeduplicationsPruned = config.fileDedupe ? removeInclusions(optimization) : 0;
  const metadata = { readWritePairsPruned: stale.size, fileDeduplicationsPruned, recencyPruned };
  return { ...edits.plan(), metadata };
}

/** Returns the indices of the newest entry with calls and of their results. */
function newestExchange(
  entries: readonly IContent[],
  results: readonly ToolResult[],
): ReadonlySet<number> {
  const calls = entries.findLastIndex(hasToolCall);
  if (calls < 0) return new Set();
  const own = results.filter(({ call }) => call?.entry === calls);
  return new Set([calls, ...own.map(({ entry }) => entry)]);
}

/** Removes stale reads with their calls, or puts pointers in their place. Returns them. */
function removeStaleReads({
  config,
  results,
  edits,
  isFree,
}: Optimization): ReadonlySet<ToolResult> {
  const free = staleReads(results, config.workspaceRoot).filter(
    ({ entry, call }) => isFree(entry) && isFree(call.entry),
  );
  const removed = new Set<ToolResult>();
  for (const read of free) {
    if (config.staleReads === 'pointer') {
      const pointer = stalePointer(read);
      // A read that is no longer than its pointer stays.
      if (pointer === undefined) continue;
      edits.setBlock(read.entry, read.block, pointer);
    } else {
      edits.setBlock(read.entry, read.block, undefined);
      edits.setBlock(read.call.entry, read.call.block, undefined);
    }
    removed.add(read);
  }
  return removed;
}

/** Shortens all but the newest results of each tool. Returns their number. */
function shortenOldResults(
  { config, services, results, edits, isFree }: Optimization,
  stale: ReadonlySet<ToolResult>,
): number {
  let count = 0;
  const present = results.filter(({ entry, block }) => edits.isPresent(entry, block));
  for (const old of oldResults(present, config.recencyRetention)) {
    if (stale.has(old) || !isFree(old.entry)) continue;
    const pruned = prunedResponse(old, services.toolTaxonomy);
    if (pruned === old.response) continue;
    edits.setBlock(old.entry, old.block, pruned);
    count += 1;
  }
  return count;
}

/** Removes all but the newest inclusion of each file. Returns their number. Only user entries have some, and these are in no exchange. */
function removeInclusions({ config, services, edits, isPinned }: Optimization): number {
  const { replacements, count } = services.dedup.removeRepeatedInclusions(edits.entries(), {
    workspaceRoot: config.workspaceRoot,
    isProtected: isPinned,
  });
  for (const [entry, { blocks }] of replacements) edits.setBlocks(entry, blocks);
  return count;
}
