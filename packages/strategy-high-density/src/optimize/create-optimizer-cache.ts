import type { DensityConfig, DensityResult, IContent, RawHistory } from '@palimpsest/core-types';
import type { OptimizationLine } from './create-incremental-optimizer.ts';

/** Maximum number of cached combinations of conversation and config. */
const LINES = 4;

interface RememberedLine {
  readonly config: DensityConfig;
  readonly entries: readonly IContent[];
  readonly line: OptimizationLine;
}

/**
 * Creates a planner that caches recent histories. A history that starts with the same entry objects as a cached one, under an equal config,
 * continues from there; any other is read from its start. The result is the same.
 */
export function createOptimizerCache(
  begin: (config: DensityConfig) => OptimizationLine,
): (history: RawHistory, config: DensityConfig) => DensityResult {
  let newestFirst: readonly RememberedLine[] = [];
  return (history, config) => {
    // Reading a view of a history by index can be slow.
    const entries = history.slice();
    const [known] = newestFirst
      .filter((one) => isSame(one.config, config) && isBeginning(one.entries, entries))
      .toSorted((one, other) => other.entries.length - one.entries.length);
    const others = newestFirst.filter((one) => one !== known).slice(0, LINES - 1);
    // If reading fails, the state is incomplete: it is no longer cached.
    newestFirst = others;
    const own = known ?? { config: { ...config }, line: begin(config) };
    const plan = own.line.extend(entries);
    newestFirst = [{ ...own, entries }, ...others];
    return plan;
  };
}

function isBeginning(known: readonly IContent[], entries: readonly IContent[]): boolean {
  // Most histories that differ do so at the end.
  for (let at = known.length - 1; at >= 0; at -= 1) if (known[at] !== entries[at]) return false;
  return true;
}

function isSame(one: DensityConfig, other: DensityConfig): boolean {
  return (
    one.readWritePruning === other.readWritePruning &&
    one.fileDedupe === other.fileDedupe &&
    one.recencyPruning === other.recencyPruning &&
    Object.is(one.recencyRetention, other.recencyRetention) &&
    one.workspaceRoot === other.workspaceRoot &&
    one.staleReads === other.staleReads
  );
}
