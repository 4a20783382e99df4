import { humanTextLaw } from './human-text-law.ts';
import type { ResultInvariant } from './result-invariant.ts';

/** Which entries remain, in which order, and which may not change (laws 2 and 3). */
export const lawsOfEntries: readonly ResultInvariant[] = [
  {
    name: 'law-2-order',
    guarantee: 'Surviving entries and blocks keep their order.',
    *find({ before, after, provenance }) {
      for (const index of findMoved(before, after)) {
        yield [index, 'an entry that was kept changed its place'];
      }
      let last = -1;
      for (const [index, { sources, reason }] of provenance.entries()) {
        if (reason === 'notice') continue;
        const source = sources[0];
        if (source === undefined) continue;
        if (source <= last) yield [index, `entry ${source} stands behind entry ${last}`];
        // A summary takes the position of the first entry it replaces; kept entries of the rest follow.
        last = reason === 'summary' ? source : sources.at(-1)!;
        const [old, now] = [before[source], after[index]];
        if (sources.length !== 1 || old === undefined || now === undefined) continue;
        if (old === now || findMoved(old.blocks, now.blocks).length === 0) continue;
        yield [index, `blocks of entry ${source} changed places`];
      }
    },
  },
  {
    name: 'law-3-protected',
    guarantee: 'System and pinned entries are the same objects.',
    *find({ before, after, isProtected }) {
      const surviving = new Set(after);
      for (const [index, entry] of before.entries()) {
        if (isProtected(entry) && !surviving.has(entry)) yield [index, 'a protected entry changed'];
      }
    },
  },
  {
    name: 'law-3-tail',
    guarantee: 'The tail is the same objects, at the end.',
    *find({ before, after, tailStart = before.length }) {
      const length = before.length - tailStart;
      for (let offset = 1; offset <= length; offset += 1) {
        const index = before.length - offset;
        if (after[after.length - offset] !== before[index]) yield [index, 'a tail entry changed'];
      }
    },
  },
  humanTextLaw,
];

/** Returns the indices in `after` of objects from `before` that are out of order. Objects may occur several times. Linear. */
function findMoved(before: readonly object[], after: readonly object[]): number[] {
  const positions = new Map<object, number>();
  for (const [position, item] of before.entries()) positions.set(item, position);
  if (positions.size < before.length) return findMovedAmongEqual(before, after);
  const moved: number[] = [];
  let last = -1;
  for (let index = 0; index < after.length; index += 1) {
    const position = positions.get(after[index]!);
    if (position === undefined) continue;
    if (position > last) last = position;
    else moved.push(index);
  }
  return moved;
}

/** Does the same where an object occurs several times in `before`. */
function findMovedAmongEqual(before: readonly object[], after: readonly object[]): number[] {
  const positions = new Map<object, number[]>();
  for (const [index, item] of before.entries()) {
    const known = positions.get(item);
    if (known === undefined) positions.set(item, [index]);
    else known.push(index);
  }
  const used = new Map<object, number>();
  const moved: number[] = [];
  let last = -1;
  for (const [index, item] of after.entries()) {
    const known = positions.get(item);
    if (known === undefined) continue;
    let next = used.get(item) ?? 0;
    while (next < known.length && known[next]! <= last) next += 1;
    used.set(item, next + 1);
    if (next < known.length) last = known[next]!;
    else moved.push(index);
  }
  return moved;
}
