import { isMarker, type DensityConfig, type ToolTaxonomy } from '@palimpsest/core-types';
import type { CallSite, ExchangeIndex } from '@palimpsest/history';
import { isLongerThan } from '@palimpsest/tool-taxonomy';
import { pointerFor } from './pointer.ts';
import { findStaleReads } from './stale-reads.ts';
import type { WorkingView } from './working-view.ts';

/**
 * Takes stale reads out, call and response together, block by block (REQ-HD-005.6, 005.8); or leaves a pointer where the result was,
 * when the settings ask for that. Returns how many pairs it pruned. The first phase: what it takes is told by position.
 */
export function pruneStaleReads(
  view: WorkingView,
  index: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  config: DensityConfig,
  isProtected: (entry: number) => boolean,
): number {
  const stale = findStaleReads(index, taxonomy, config).filter(
    ({ entry, response }) => !isProtected(entry) && !isProtected(response!.entry),
  );
  if (config.staleReads === 'pointer') return leavePointers(view, stale, taxonomy);
  const gone = new Map<number, Set<number>>();
  const mark = (entry: number, block: number): void => {
    const blocks = gone.get(entry);
    if (blocks === undefined) gone.set(entry, new Set([block]));
    else blocks.add(block);
  };
  for (const { entry, block, response } of stale) {
    mark(entry, block);
    mark(response!.entry, response!.block);
  }
  for (const [entry, blocks] of gone) {
    const kept = view.entry(entry)!.blocks.filter((_, at) => !blocks.has(at));
    view.setBlocks(entry, kept);
  }
  return stale.length;
}

function leavePointers(
  view: WorkingView,
  stale: readonly CallSite[],
  taxonomy: ToolTaxonomy,
): number {
  const pointers = new Map<number, Map<number, string>>();
  let count = 0;
  for (const { call, response } of stale) {
    const { entry, block } = response!;
    const { result } = response!.response;
    const pointer = pointerFor(taxonomy.describe(call.name, call.parameters));
    if (typeof result === 'string' && isMarker(result)) continue;
    if (!isLongerThan(result, pointer.length)) continue;
    const blocks = pointers.get(entry);
    if (blocks === undefined) pointers.set(entry, new Map([[block, pointer]]));
    else blocks.set(block, pointer);
    count += 1;
  }
  for (const [entry, blocks] of pointers) {
    view.setBlocks(
      entry,
      view.entry(entry)!.blocks.map((block, at) => {
        const result = blocks.get(at);
        return result === undefined || block.type !== 'tool_response'
          ? block
          : { ...block, result };
      }),
    );
  }
  return count;
}
