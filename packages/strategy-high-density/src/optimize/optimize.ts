import type {
  ContentBlock,
  DensityConfig,
  DensityResult,
  IContent,
  RawHistory,
  Services,
} from '@palimpsest/core-types';
import { createIsProtected, hasContent } from '@palimpsest/engine/history';
import { prunedResponse, stalePointer } from './pruned-results.ts';
import { oldResults, readResults, staleReads, type ToolResult } from './tool-results.ts';

/**
 * Plans removals that lose nothing current: stale reads, then repeated file inclusions, then old results of each tool. Each step sees the
 * output of the steps before. Indices refer to the given history. Applied, the plan leaves nothing for a second one. The newest exchange stays
 * unchanged.
 */
export function optimize(
  history: RawHistory,
  config: DensityConfig,
  { dedup, toolTaxonomy: taxonomy }: Required<Pick<Services, 'dedup' | 'toolTaxonomy'>>,
): DensityResult {
  // Reading a view of a history by index can be slow.
  const entries = history.slice();
  const { workspaceRoot } = config;
  const isPinned = createIsProtected();
  const results = readResults(entries, taxonomy);
  const newest = entries.findLastIndex(({ blocks }) => blocks.some(isCall));
  const inNewest = new Set(newest < 0 ? [] : [newest]);
  for (const { entry, call } of results) if (call?.entry === newest) inNewest.add(entry);
  const isFree = (entry: number): boolean => !inNewest.has(entry) && !isPinned(entries[entry]!);

  const edited = new Map<number, (ContentBlock | undefined)[]>();
  const blocksOf = (entry: number): (ContentBlock | undefined)[] => {
    const blocks = edited.get(entry) ?? [...entries[entry]!.blocks];
    edited.set(entry, blocks);
    return blocks;
  };

  let readWritePairsPruned = 0;
  const stale = new Set<ToolResult>();
  for (const read of config.readWritePruning ? staleReads(results, workspaceRoot) : []) {
    const { entry, block, call } = read;
    const pointer = config.staleReads === 'pointer' ? stalePointer(read) : undefined;
    const isKept = config.staleReads === 'pointer' && pointer === undefined;
    if (isKept || !isFree(entry) || !isFree(call.entry)) continue;
    stale.add(read);
    blocksOf(entry)[block] = pointer;
    if (pointer === undefined) blocksOf(call.entry)[call.block] = undefined;
    readWritePairsPruned += 1;
  }

  let recencyPruned = 0;
  if (config.recencyPruning) {
    const present = results.filter(({ entry, block }) => {
      const blocks = edited.get(entry);
      return blocks === undefined || blocks[block] !== undefined;
    });
    for (const old of oldResults(present, config.recencyRetention)) {
      if (stale.has(old) || !isFree(old.entry)) continue;
      const pruned = prunedResponse(old, taxonomy);
      if (pruned === old.response) continue;
      blocksOf(old.entry)[old.block] = pruned;
      recencyPruned += 1;
    }
  }

  let fileDeduplicationsPruned = 0;
  if (config.fileDedupe) {
    const current = entries.map((entry, index): IContent => {
      const blocks = edited.get(index)?.filter((block) => block !== undefined);
      return blocks === undefined ? entry : { ...entry, blocks };
    });
    const options = { workspaceRoot, isProtected: isPinned };
    const { replacements: stripped, count } = dedup.removeRepeatedInclusions(current, options);
    for (const [index, { blocks }] of stripped) edited.set(index, [...blocks]);
    fileDeduplicationsPruned = count;
  }

  const removals: number[] = [];
  const replacements = new Map<number, IContent>();
  for (const [index, blocks] of [...edited].toSorted(([one], [other]) => one - other)) {
    const left = blocks.filter((block) => block !== undefined);
    if (left.some(saysSomething)) replacements.set(index, { ...entries[index]!, blocks: left });
    else removals.push(index);
  }
  return {
    removals,
    replacements,
    metadata: { readWritePairsPruned, fileDeduplicationsPruned, recencyPruned },
  };
}

function isCall({ type }: ContentBlock): boolean {
  return type === 'tool_call';
}

/** Returns whether a block has content other than reasoning: an entry without any is removed. */
function saysSomething(block: ContentBlock): boolean {
  return block.type !== 'thinking' && hasContent(block);
}
