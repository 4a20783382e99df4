import type { ContentBlock, IContent } from '@palimpsest/core-types';
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
    const packed = readStored(item, texts[next]);
    next += 1;
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

/** Where a part refers to an object of a given entry: index of the entry; index of a block or name of a member; name of a member. */
type Path = readonly [entry: number, member: number | string, inner?: string];

/** The members of an object in order: values, or references to objects of given entries. */
type PackedMembers = readonly (
  | readonly [name: string, value: unknown]
  | readonly [name: string, value: 0, path: Path]
)[];

/** An entry that replaced others, with references instead of what is in given entries. */
interface PackedEntry {
  readonly members: PackedMembers;
  readonly blocks: readonly (PackedMembers | { readonly path: Path })[];
}

type Paths = ReadonlyMap<unknown, Path>;

/** Returns the path of every object that a changed entry may share with a given one. */
function pathsOf(given: readonly IContent[]): Paths {
  const paths = new Map<unknown, Path>();
  const add = (value: unknown, path: Path): void => {
    if (typeof value === 'object' && value !== null) paths.set(value, path);
  };
  for (const [at, { blocks, ...members }] of given.entries()) {
    for (const [name, value] of Object.entries(members)) add(value, [at, name]);
    for (const [index, block] of blocks.entries()) {
      add(block, [at, index]);
      for (const [name, value] of Object.entries(block)) add(value, [at, index, name]);
    }
  }
  return paths;
}

function packEntry({ blocks, ...members }: IContent, paths: Paths): PackedEntry {
  return {
    members: packMembers(members, paths),
    blocks: blocks.map((block) => {
      const path = paths.get(block);
      return path === undefined ? packMembers(block, paths) : { path };
    }),
  };
}

function packMembers(object: object, paths: Paths): PackedMembers {
  return Object.entries(object).map(([name, value]: [string, unknown]) => {
    const path = paths.get(value);
    return path === undefined ? [name, value] : [name, 0, path];
  });
}

/** Reverses `packEntry`, with the given entries of this process. Returns `undefined` if a reference leads nowhere. */
function unpackEntry(packed: PackedEntry, given: readonly IContent[]): IContent | undefined {
  let isComplete = true;
  const follow = (path: Path): unknown => {
    const value = resolve(path, given);
    isComplete &&= value !== undefined;
    return value;
  };
  const unpack = (members: PackedMembers): object =>
    Object.fromEntries(
      members.map(([name, value, path]) => [name, path === undefined ? value : follow(path)]),
    );
  const blocks = packed.blocks.map((block) =>
    'path' in block ? follow(block.path) : unpack(block),
  );
  const entry = { ...unpack(packed.members), blocks: blocks as ContentBlock[] };
  return isComplete ? (entry as unknown as IContent) : undefined;
}

function resolve([at, member, inner]: Path, given: readonly IContent[]): unknown {
  const entry = given[at];
  if (entry === undefined) return undefined;
  if (typeof member === 'string') return Reflect.get(entry, member);
  const block = entry.blocks[member];
  return block === undefined || inner === undefined ? block : Reflect.get(block, inner);
}
