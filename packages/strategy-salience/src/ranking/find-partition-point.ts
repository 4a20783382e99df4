/** Returns the partition point: the first index from which `predicate` holds, or `length` if it never does. `predicate` must be monotonic. */
export function findPartitionPoint(length: number, predicate: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (predicate(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
