import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { hasContent } from '@palimpsest/history';

/**
 * A history as it will be once the plan made so far is carried out. Later phases read it and so see earlier phases' edits, while indices
 * keep meaning the history as given (BR-CONFLICT-003, C14). Removal beats replacement.
 */
export interface WorkingView {
  readonly length: number;
  /** All of it; an entry that is removed says nothing. */
  entries(): readonly IContent[];
  /** `undefined` for an entry that is removed. */
  entry(index: number): IContent | undefined;
  /** Replaces an entry's blocks; an entry that would say nothing, or nothing but reasoning, is removed (EC-053, D4). */
  setBlocks(index: number, blocks: readonly ContentBlock[]): void;
  readonly removals: ReadonlySet<number>;
  readonly replacements: ReadonlyMap<number, IContent>;
}

const GONE: IContent = { speaker: 'tool', blocks: [] };

export function workingView(history: readonly IContent[]): WorkingView {
  const removals = new Set<number>();
  const replacements = new Map<number, IContent>();
  return {
    length: history.length,
    entries: () =>
      removals.size === 0 && replacements.size === 0
        ? history
        : history.map((entry, at) => (removals.has(at) ? GONE : (replacements.get(at) ?? entry))),
    removals,
    replacements,
    entry: (index) =>
      removals.has(index) ? undefined : (replacements.get(index) ?? history[index]),
    setBlocks(index, blocks) {
      const entry = history[index]!;
      if (blocks.some((block) => block.type !== 'thinking' && hasContent(block))) {
        replacements.set(index, { ...entry, blocks });
        return;
      }
      replacements.delete(index);
      removals.add(index);
    },
  };
}
