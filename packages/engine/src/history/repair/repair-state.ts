import { hasToolCall, type ContentBlock, type IContent } from '@palimpsest/core-types';

/** A history during the repair. */
export interface RepairState {
  readonly entries: readonly IContent[];
  /** Input index of each entry; -1 for a generated one. */
  readonly origins: readonly number[];
}

/** A result that is added after its call, and the input index of its entry; -1 if it is generated. */
export interface AddedResult {
  readonly block: ContentBlock;
  readonly origin: number;
}

/** Edited blocks by `placeOf`; `undefined` removes one. */
export type BlockEdits = Map<string, ContentBlock | undefined>;

export function placeOf(site: { readonly entry: number; readonly block: number }): string {
  return `${site.entry}.${site.block}`;
}

/**
 * Edits blocks, and inserts results after the tool entries that follow their call. An entry without blocks goes, if it had some.
 *
 * @param added by the entry with the call
 */
export function changeBlocks(
  state: RepairState,
  edits: BlockEdits,
  added: ReadonlyMap<number, readonly AddedResult[]> = new Map(),
): RepairState {
  if (edits.size === 0 && added.size === 0) return state;
  const entries: IContent[] = [];
  const origins: number[] = [];
  let due: readonly AddedResult[] = [];
  const settle = (): void => {
    for (const { block, origin } of due) {
      const synthetic = { metadata: { synthetic: true, reason: 'unanswered-call' } };
      entries.push({ speaker: 'tool', blocks: [block], ...(origin < 0 ? synthetic : {}) });
      origins.push(origin);
    }
    due = [];
  };
  for (const [index, entry] of state.entries.entries()) {
    // After another call of the same id, a result would belong to that one.
    if (entry.speaker !== 'tool' || hasToolCall(entry)) settle();
    const blocks = entry.blocks.flatMap((content, block) => {
      const place = placeOf({ entry: index, block });
      return edits.has(place) ? (edits.get(place) ?? []) : content;
    });
    const isSame =
      blocks.length === entry.blocks.length && blocks.every((one, at) => one === entry.blocks[at]);
    if (blocks.length > 0 || entry.blocks.length === 0) {
      entries.push(isSame ? entry : { ...entry, blocks });
      origins.push(state.origins[index]!);
    }
    due = added.get(index) ?? due;
  }
  settle();
  return { entries, origins };
}
