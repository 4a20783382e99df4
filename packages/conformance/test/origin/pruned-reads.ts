import type { ContentBlock, DensityResult, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { hasContent, indexExchanges, type ToolCallRef } from '@palimpsest/history';
import { planted, untouched } from '../planted.ts';
import { isFixed, type OriginDefect } from './origin-defect.ts';

const READS = new Set(['read_file', 'Read']);
const WRITES = new Set(['write_file', 'Edit']);

/** Removes reads of a file that was written later, with their calls. */
function pruning(flaw?: 'D3' | 'D4' | 'D5'): StrategyPlugin {
  return planted(untouched, {
    optimize: (history, { readWritePruning, staleReads }) =>
      readWritePruning && staleReads !== 'pointer' ? plan(history, flaw) : nothing,
  });
}

const pruned = { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 };
const nothing: DensityResult = { removals: [], replacements: new Map(), metadata: pruned };

function plan(history: readonly IContent[], flaw: string | undefined): DensityResult {
  const { exchanges, responses } = indexExchanges(history);
  const calls = exchanges.flatMap((exchange) => exchange.calls);
  const removed = new Set<ContentBlock>();
  for (const read of calls) {
    const { response } = read;
    if (response === undefined || !READS.has(read.call.name)) continue;
    if (isFixed(history[read.entry]!) || isFixed(history[response.entry]!)) continue;
    const isStale = calls.some(
      (write) =>
        write.entry > read.entry &&
        WRITES.has(write.call.name) &&
        pathOf(write) !== undefined &&
        pathOf(write) === pathOf(read) &&
        (flaw === 'D3' || hasSucceeded(write)),
    );
    if (!isStale) continue;
    removed.add(read.call);
    removed.add(response.response);
    if (flaw !== 'D5') continue;
    for (const other of responses) {
      if (other.response.callId === read.call.id) removed.add(other.response);
    }
  }
  const removals: number[] = [];
  const replacements = new Map<number, IContent>();
  for (const [index, entry] of history.entries()) {
    const blocks = entry.blocks.filter((block) => !removed.has(block));
    if (blocks.length === entry.blocks.length) continue;
    const says = blocks.some(
      (block) => hasContent(block) && (flaw === 'D4' || block.type !== 'thinking'),
    );
    if (says) replacements.set(index, { ...entry, blocks });
    else removals.push(index);
  }
  return { removals, replacements, metadata: pruned };
}

/** Returns `undefined` for a call without a file path. */
function pathOf({ call: { parameters } }: ToolCallRef): string | undefined {
  const path = /"(?:file_path|path)":("[^"]+")/.exec(JSON.stringify(parameters ?? ''))?.[1];
  return path;
}

function hasSucceeded({ response }: ToolCallRef): boolean {
  if (response === undefined) return false;
  const { error = '', isError } = response.response;
  return error.trim() === '' && isError !== true;
}

export const readDefects: readonly OriginDefect[] = [
  {
    id: 'D3',
    does: 'takes a read for stale although the write failed',
    law: 'law-7-stale-reads',
    broken: pruning('D3'),
    mended: pruning(),
    entries: 6,
  },
  {
    id: 'D4',
    does: 'leaves signed reasoning alone when the call beside it goes',
    law: 'law-4-thinking',
    broken: pruning('D4'),
    mended: pruning(),
    entries: 6,
  },
  {
    id: 'D5',
    does: 'removes responses by their id, where ids repeat',
    law: 'law-1-whole-history',
    broken: pruning('D5'),
    mended: pruning(),
    entries: 10,
  },
];
