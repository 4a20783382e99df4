import { isBlockList, type ContentBlock, type IContent } from '@palimpsest/core-types';

/** Returns a history without native objects, to compare entries of different formats. */
export function plain(history: readonly IContent[]): IContent[] {
  return history.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map((block) => {
      const { native: _part, ...rest } = block;
      if (rest.type !== 'tool_response' || !isBlockList(rest.result)) return rest;
      // A clone has no symbols.
      return { ...rest, result: structuredClone(rest.result) };
    }),
  }));
}

/** Removes `metadata.name`, which formats such as Anthropic and Gemini cannot represent. */
export function nameless(history: readonly IContent[]): IContent[] {
  return history.map((entry) => {
    if (entry.metadata?.['name'] === undefined) return entry;
    const { name: _name, ...metadata } = entry.metadata;
    const { metadata: _metadata, ...rest } = entry;
    return Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest;
  });
}

/** Returns a history with other blocks; those that become `undefined` are removed. */
export function edited(
  history: readonly IContent[],
  change: (block: ContentBlock, entry: IContent) => ContentBlock | undefined,
): IContent[] {
  return history.map((entry) => ({
    ...entry,
    blocks: entry.blocks.flatMap((block) => change(block, entry) ?? []),
  }));
}
