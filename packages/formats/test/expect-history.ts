import type { IContent } from '@palimpsest/core-types';

/** A history without the provider's objects, for comparing entries of different formats. */
export function plain(history: readonly IContent[]): IContent[] {
  return history.map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map((block) => {
      const { native: _part, ...rest } = block;
      return rest;
    }),
  }));
}

/** The same without names of speakers, which Anthropic and Gemini have no place for. */
export function nameless(history: readonly IContent[]): IContent[] {
  return history.map((entry) => {
    if (entry.metadata?.['name'] === undefined) return entry;
    const { name: _name, ...metadata } = entry.metadata;
    const { metadata: _metadata, ...rest } = entry;
    return Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest;
  });
}
