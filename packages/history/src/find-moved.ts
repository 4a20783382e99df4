/** Returns the indices in `after` of objects from `before` that are out of order. Objects may occur several times. Linear. */
export function findMoved(before: readonly object[], after: readonly object[]): number[] {
  const places = new Map<object, number[]>();
  for (const [place, item] of before.entries()) {
    const known = places.get(item);
    if (known === undefined) places.set(item, [place]);
    else known.push(place);
  }
  const used = new Map<object, number>();
  const moved: number[] = [];
  let last = -1;
  for (const [index, item] of after.entries()) {
    const known = places.get(item);
    if (known === undefined) continue;
    let next = used.get(item) ?? 0;
    while (next < known.length && known[next]! <= last) next += 1;
    used.set(item, next + 1);
    if (next < known.length) last = known[next]!;
    else moved.push(index);
  }
  return moved;
}
