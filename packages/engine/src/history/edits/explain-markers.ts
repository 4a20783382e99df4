import {
  hasMarkerLegend,
  replaceResultParts,
  resultParts,
  withMarkerLegend,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';

/** Returns whether an entry has the marker legend in a text or a text of a tool result. */
export function isExplained({ blocks }: IContent): boolean {
  return blocks.some((block) => {
    if (block.type === 'text') return hasMarkerLegend(block.text);
    if (block.type !== 'tool_response') return false;
    return resultParts(block.result).some(
      (part) => part.type === 'text' && hasMarkerLegend(part.text),
    );
  });
}

/** Adds the marker legend to the first gap marker that edits write in a text, unless the history already has it. */
export function explainMarkers(
  history: readonly IContent[],
  edits: ReadonlyMap<number, IContent>,
): ReadonlyMap<number, IContent> {
  if (history.some((entry, at) => isExplained(edits.get(at) ?? entry))) return edits;
  for (const [index, entry] of [...edits].toSorted(([a], [b]) => a - b)) {
    for (const [at, block] of entry.blocks.entries()) {
      const explained = history[index]!.blocks.includes(block) ? undefined : explain(block);
      if (explained === undefined) continue;
      return new Map(edits).set(index, { ...entry, blocks: entry.blocks.with(at, explained) });
    }
  }
  return edits;
}

/** Returns the block with the legend after its first gap marker; `undefined` if it has none. */
function explain(block: ContentBlock): ContentBlock | undefined {
  if (block.type === 'text') {
    const text = withMarkerLegend(block.text);
    return text === undefined ? undefined : { ...block, text };
  }
  if (block.type !== 'tool_response') return undefined;
  for (const part of resultParts(block.result)) {
    const text = part.type === 'text' ? withMarkerLegend(part.text) : undefined;
    if (text !== undefined)
      return { ...block, result: replaceResultParts(block.result, new Map([[part, text]])) };
  }
  return undefined;
}
