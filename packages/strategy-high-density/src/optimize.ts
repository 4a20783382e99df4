import type {
  DensityConfig,
  DensityResult,
  RawHistory,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { removeRepeatedInclusions } from '@palimpsest/dedup';
import { indexExchanges, protection, type ExchangeIndex } from '@palimpsest/history';
import { pruneByRecency } from './prune-by-recency.ts';
import { pruneStaleReads } from './prune-stale-reads.ts';
import { workingView } from './working-view.ts';

/**
 * Plans what can go without loss of what is still true: stale reads, then repeated file inclusions, then old results of each tool
 * (BR-CONFLICT-002). Pure; indices mean the history as given; idempotent once applied. The newest exchange is never touched.
 */
export function planOptimization(
  history: RawHistory,
  config: DensityConfig,
  taxonomy: ToolTaxonomy,
): DensityResult {
  const index = indexExchanges(history);
  const view = workingView(history);
  const isPinned = protection();
  const newest = newestExchange(index);
  const isProtected = (entry: number): boolean => newest.has(entry) || isPinned(history[entry]!);

  const readWritePairsPruned = config.readWritePruning
    ? pruneStaleReads(view, index, taxonomy, config, isProtected)
    : 0;

  let fileDeduplicationsPruned = 0;
  if (config.fileDedupe) {
    const { workspaceRoot } = config;
    const repeated = removeRepeatedInclusions(view.entries(), {
      workspaceRoot,
      isProtected: isPinned,
    });
    for (const [entry, { blocks }] of repeated.replacements) view.setBlocks(entry, blocks);
    fileDeduplicationsPruned = repeated.count;
  }

  const recencyPruned = config.recencyPruning
    ? pruneByRecency(view, index, taxonomy, { retention: config.recencyRetention, isProtected })
    : 0;

  return {
    removals: [...view.removals].toSorted((a, b) => a - b),
    replacements: view.replacements,
    metadata: { readWritePairsPruned, fileDeduplicationsPruned, recencyPruned },
  };
}

function newestExchange({ exchanges }: ExchangeIndex): ReadonlySet<number> {
  const entries = new Set<number>();
  const newest = exchanges.at(-1);
  for (const { entry, response } of newest?.calls ?? []) {
    entries.add(entry);
    if (response !== undefined) entries.add(response.entry);
  }
  return entries;
}
