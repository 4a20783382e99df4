import { defined, type IContent } from '@palimpsest/core-types';
import { readStored, toStored, type StoredOriginal } from '@palimpsest/originals/sessions';
import { DIGEST, type SavedConversation, type SavedRun } from './session-state.ts';

type SavedItems = SavedConversation['history'];

/** Entries of a history that are not given ones, with the id of their part. */
export type KnownParts = ReadonlyMap<IContent, string>;

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
    const stored = readStored(item, texts[next]);
    if (stored === undefined) return undefined;
    next += 1;
    const entry = unpack(stored.message as Packed, given) as IContent;
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
  let paths: Paths | undefined;
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
    const part = toStored(pack(entry, paths), undefined);
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

/** Names and indices that lead from the given entries to an object in one of them. */
type Path = readonly (number | string)[];

/** A value, with references instead of the objects that are in given entries, such as the framework's own. */
type Packed =
  | { readonly path: Path }
  | { readonly value: unknown }
  | { readonly items: readonly Packed[] }
  | { readonly members: readonly (readonly [name: string, value: Packed])[] };

type Paths = ReadonlyMap<unknown, Path>;

/**
 * Returns the path of every object that a changed entry may share with a given one: blocks, members of entries and blocks, and elements of
 * results.
 */
function pathsOf(given: readonly IContent[]): Paths {
  const paths = new Map<unknown, Path>();
  const addMembers = (object: object, path: Path): void => {
    for (const [name, value] of Object.entries(object) as [string, unknown][])
      if (typeof value === 'object' && value !== null) paths.set(value, [...path, name]);
  };
  for (const [at, { blocks, ...members }] of given.entries()) {
    addMembers(members, [at]);
    for (const [index, block] of blocks.entries()) {
      const path = [at, 'blocks', index];
      paths.set(block, path);
      addMembers(block, path);
      const result = block.type === 'tool_response' ? block.result : undefined;
      if (Array.isArray(result)) addMembers(result, [...path, 'result']);
    }
  }
  return paths;
}

/** Levels of members at which an entry may refer to a given one: its own, and those of its blocks. */
const LEVELS = 2;

function pack(value: unknown, paths: Paths, levels: number = LEVELS): Packed {
  const path = paths.get(value);
  if (path !== undefined) return { path };
  if (Array.isArray(value) && (levels > 0 || value.some((item) => paths.has(item))))
    return { items: value.map((item) => pack(item, paths, levels)) };
  if (levels === 0 || typeof value !== 'object' || value === null) return { value };
  const members = Object.entries(defined(value)) as [string, unknown][];
  return { members: members.map(([name, each]) => [name, pack(each, paths, levels - 1)]) };
}

/** Reverses `pack`, with the given entries of this process. What those do not have, such as an object of another framework, is left out. */
function unpack(packed: Packed, given: readonly IContent[]): unknown {
  if ('value' in packed) return packed.value;
  if ('items' in packed) return packed.items.map((item) => unpack(item, given));
  if ('path' in packed)
    return packed.path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), given);
  return defined(
    Object.fromEntries(packed.members.map(([name, each]) => [name, unpack(each, given)])),
  );
}
