import type { IContent } from '@palimpsest/core-types';

/**
 * The first `length` of entries that grow, as an array of its own that nobody can change. Making one costs the same however many entries
 * there are.
 *
 * It behaves as an array does, but reading by index goes through a proxy; going over it and `slice` do not.
 */
export function entriesView(entries: readonly IContent[], length: number): readonly IContent[] {
  return new Proxy(entries, {
    get(target, key): unknown {
      if (key === 'length') return length;
      if (key === Symbol.iterator || key === 'values') return () => iterate(target, length);
      if (key === 'slice')
        return (start?: number, end?: number) => part(target, length, start, end);
      return isBeyond(key, length) ? undefined : Reflect.get(target, key);
    },
    has: (target, key) => !isBeyond(key, length) && Reflect.has(target, key),
    ownKeys: (target) => Reflect.ownKeys(target).filter((key) => !isBeyond(key, length)),
    getOwnPropertyDescriptor(target, key) {
      if (isBeyond(key, length)) return undefined;
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      return key === 'length' ? { ...descriptor, value: length } : descriptor;
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
    setPrototypeOf: () => false,
    preventExtensions: () => false,
  });
}

/** Names that are no number are beyond nothing. */
function isBeyond(key: string | symbol, length: number): boolean {
  return typeof key === 'string' && Number(key) >= length;
}

function* iterate(entries: readonly IContent[], length: number): Generator<IContent> {
  for (let index = 0; index < length; index += 1) yield entries[index]!;
}

function part(
  entries: readonly IContent[],
  length: number,
  start: number = 0,
  end: number = length,
): IContent[] {
  const from = Math.trunc(start) || 0;
  const to = Math.trunc(end) || 0;
  return entries.slice(
    from < 0 ? Math.max(0, length + from) : Math.min(from, length),
    to < 0 ? Math.max(0, length + to) : Math.min(to, length),
  );
}
