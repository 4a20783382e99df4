import type { IContent } from '@palimpsest/core-types';
import { readOriginal, toStored, type StoredOriginal } from '@palimpsest/originals/sessions';
import { packEntry, pathsOf, unpackEntry, type PackedEntry } from './entry-parts.ts';
import { DIGEST, type SavedConversation, type SavedRun } from './session-state.ts';

type SavedItems = SavedConversation['history'];

/** Entries of a history that are not given ones, with the id of their part. */
export type KnownParts = ReadonlyMap<IContent, string>;

/** Returns the items of the first `count` entries. */
export function firstItems(items: SavedItems, count: number): SavedItems {
  const first: (SavedRun | string)[] = [];
  let left = count;
  for (const item of items) {
    if (left <= 0) break;
    const length = typeof item === 'string' ? 1 : Math.min(left, item[1]);
    first.push(typeof item === 'string' ? item : [item[0], length]);
    left -= length;
  }
  return first;
}

/** Returns the ids of the parts that items refer to. */
export function partIds(items: SavedItems): readonly string[] {
  return items.filter((item) => typeof item === 'string');
}

/**
 * Returns the entries of a saved history; `undefined` if a part is missing or damaged.
 *
 * @param texts of the parts, in the order of `partIds`
 */
export function restoreHistory(
  items: SavedItems,
  texts: readonly (string | undefined)[],
  given: readonly IContent[],
): { readonly entries: readonly IContent[]; readonly known: KnownParts } | undefined {
  const entries: IContent[] = [];
  const known = new Map<IContent, string>();
  let next = 0;
  for (const item of items) {
    if (typeof item !== 'string') {
      const [from, count] = item;
      for (const entry of given.slice(from, from + count)) entries.push(entry);
      continue;
    }
    const text = texts[next];
    next += 1;
    const packed = text === undefined ? undefined : readOriginal(text);
    const entry = packed && unpackEntry(packed.message as PackedEntry, given);
    if (entry === undefined) return undefined;
    entries.push(entry);
    known.set(entry, item);
  }
  return { entries, known };
}

/** Returns the items of a history, and the parts that are not known yet. */
export function saveHistory(
  history: readonly IContent[],
  given: readonly IContent[],
  known: KnownParts,
): { readonly items: SavedItems; readonly parts: readonly StoredOriginal[] } {
  const places = new Map(given.map((entry, at) => [entry, at]));
  const items: (SavedRun | string)[] = [];
  const parts: StoredOriginal[] = [];
  let paths: ReturnType<typeof pathsOf> | undefined;
  for (const entry of history) {
    const last = items.at(-1);
    const run = typeof last === 'object' ? last : undefined;
    const end = run === undefined ? 0 : run[0] + run[1];
    // A host may give one object at several places.
    const at = given[end] === entry ? end : places.get(entry);
    if (at !== undefined) {
      if (run !== undefined && at === end) items[items.length - 1] = [run[0], run[1] + 1];
      else items.push([at, 1]);
      continue;
    }
    const id = known.get(entry);
    if (id !== undefined) {
      items.push(id);
      continue;
    }
    paths ??= pathsOf(given);
    const part = toStored(packEntry(entry, paths), undefined);
    items.push(part.id);
    parts.push(part);
  }
  return { items, parts };
}

/** Returns whether a history differs from the given entries. */
export function isRewritten({
  given,
  history,
}: Pick<SavedConversation, 'given' | 'history'>): boolean {
  const [first, ...others] = history;
  const count = given.length / DIGEST;
  if (first === undefined) return count > 0;
  return others.length > 0 || typeof first === 'string' || first[0] > 0 || first[1] < count;
}
