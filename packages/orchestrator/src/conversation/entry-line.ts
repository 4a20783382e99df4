import type { IContent } from '@palimpsest/core-types';
import { entriesView } from './entries-view.ts';

/** Entries that only ever grow at their end, so that everything seen of them stays true. */
export interface EntryLine {
  /** The growing array itself, for reading; never handed out. */
  readonly entries: readonly IContent[];
  append(entry: IContent): void;
  /** What the line holds now. The same array until something is appended. */
  view(): readonly IContent[];
}

const lines = new WeakMap<readonly IContent[], readonly IContent[]>();

/** @param entries becomes the line's own: nobody else may change it afterwards */
export function entryLine(entries: IContent[]): EntryLine {
  let viewed: { readonly length: number; readonly view: readonly IContent[] } | undefined;
  return {
    entries,
    append(entry) {
      entries.push(entry);
    },
    view() {
      const { length } = entries;
      if (viewed?.length !== length) {
        viewed = { length, view: entriesView(entries, length) };
        lines.set(viewed.view, entries);
      }
      return viewed.view;
    },
  };
}

/** The growing array a view looks at: two views of the same one begin alike. `undefined` for any other array. */
export function lineBehind(view: readonly IContent[]): readonly IContent[] | undefined {
  return lines.get(view);
}
