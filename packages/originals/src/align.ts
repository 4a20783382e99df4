/**
 * Returns for each index of `after` the index of an equal element in `before`, or -1; the matched indices ascend. From the start: matches an
 * element that is next in `before`, or that occurs once in both lists and was not passed yet. Then, from the end: matches equal elements
 * directly before a match or at both ends. Linear.
 */
export function align(after: readonly string[], before: readonly string[]): Int32Array {
  const pairs = new Int32Array(after.length).fill(-1);
  const [own, places] = [uniquePlaces(after), uniquePlaces(before)];
  /** By index in `after`: the first index in `before` that is free for it. */
  const free = new Int32Array(after.length);
  let next = 0;
  for (const [index, element] of after.entries()) {
    free[index] = next;
    const isNeighbour = index === 0 || pairs[index - 1] === next - 1;
    const place = own.get(element) === index ? places.get(element) : undefined;
    if (isNeighbour && before[next] === element) pairs[index] = next;
    else if (place !== undefined && place >= next) pairs[index] = place;
    if (pairs[index]! >= 0) next = pairs[index]! + 1;
  }
  let end = before.length;
  for (let index = after.length - 1; index >= 0; index -= 1) {
    if (pairs[index]! < 0 && end > free[index]! && before[end - 1] === after[index]) {
      pairs[index] = end - 1;
    }
    // Only a neighbour of a match continues it.
    end = pairs[index]!;
  }
  return pairs;
}

/** Returns the indices of elements that occur once. */
function uniquePlaces(elements: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, element] of elements.entries()) {
    places.set(element, places.has(element) ? -1 : index);
  }
  for (const [element, index] of places) if (index < 0) places.delete(element);
  return places;
}
