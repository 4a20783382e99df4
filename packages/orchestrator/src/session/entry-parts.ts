import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** Where a part refers to an object of a given entry: index of the entry; index of a block or name of a member; name of a member. */
type Path = readonly [entry: number, member: number | string, inner?: string];

/** The members of an object in order: values, or references to objects of given entries. */
type PackedMembers = readonly (
  | readonly [name: string, value: unknown]
  | readonly [name: string, value: 0, path: Path]
)[];

/** An entry that replaced others, with references instead of what is in given entries. */
export interface PackedEntry {
  readonly members: PackedMembers;
  readonly blocks: readonly (PackedMembers | { readonly path: Path })[];
}

/** Paths of the objects in given entries. */
type Paths = ReadonlyMap<unknown, Path>;

/** Returns the path of every object that a changed entry may share with a given one. */
export function pathsOf(given: readonly IContent[]): Paths {
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

export function packEntry({ blocks, ...members }: IContent, paths: Paths): PackedEntry {
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
export function unpackEntry(packed: PackedEntry, given: readonly IContent[]): IContent | undefined {
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
