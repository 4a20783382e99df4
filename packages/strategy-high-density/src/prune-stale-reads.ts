import type { ContentBlock, DensityConfig, IContent, ToolTaxonomy } from '@palimpsest/core-types';
import type { CallSite, ExchangeIndex } from '@palimpsest/history';
import { pointerFor } from './pointer.ts';
import { findStaleReads } from './stale-reads.ts';
import type { WorkingView } from './working-view.ts';

/**
 * Takes stale reads out, call and response together, block by block (REQ-HD-005.6, 005.8); or leaves a pointer where the result was,
 * when the settings ask for that. Returns how many pairs it pruned.
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
  const gone = new Map<number, Set<ContentBlock>>();
  const mark = (entry: number, block: ContentBlock): void => {
    const blocks = gone.get(entry);
    if (blocks === undefined) gone.set(entry, new Set([block]));
    else blocks.add(block);
  };
  for (const { entry, call, response } of stale) {
    mark(entry, call);
    mark(response!.entry, response!.response);
  }
  for (const [entry, blocks] of gone) {
    view.setBlocks(
      entry,
      blocksOf(view, entry).filter((block) => !blocks.has(block)),
    );
  }
  return stale.length;
}

function leavePointers(
  view: WorkingView,
  stale: readonly CallSite[],
  taxonomy: ToolTaxonomy,
): number {
  const pointers = new Map<ContentBlock, string>();
  const entries = new Set<number>();
  for (const { call, response } of stale) {
    const { result } = response!.response;
    const pointer = pointerFor(taxonomy.describe(call.name, call.parameters));
    if (typeof result === 'string' && result.length <= pointer.length) continue;
    pointers.set(response!.response, pointer);
    entries.add(response!.entry);
  }
  for (const entry of entries) {
    view.setBlocks(
      entry,
      blocksOf(view, entry).map((block) => {
        const result = pointers.get(block);
        return result === undefined || block.type !== 'tool_response'
          ? block
          : { ...block, result };
      }),
    );
  }
  return pointers.size;
}

function blocksOf(view: WorkingView, entry: number): IContent['blocks'] {
  return view.entry(entry)?.blocks ?? [];
}
