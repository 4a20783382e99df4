/** Index of the first of so many for which something is so, where it is so for all behind it as well; the length where it is for none. */
export function findPartitionPoint(length: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
