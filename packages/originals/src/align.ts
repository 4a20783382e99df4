/**
 * Returns for each index of `left` the index of its equal element in `right`, or -1; the matched indices ascend. Matches elements that
 * occur once in both lists first, then equal neighbours of matches. O(n log n).
 *
 * With `isOpenEnded`, `right` may continue after the end of `left`: equal ends of the lists are not matched.
 */
export function align(
  left: readonly string[],
  right: readonly string[],
  { isOpenEnded = false }: { readonly isOpenEnded?: boolean } = {},
): Int32Array {
  const pairs = new Int32Array(left.length).fill(-1);
  let start = 0;
  const shared = Math.min(left.length, right.length);
  while (start < shared && left[start] === right[start]) {
    pairs[start] = start;
    start += 1;
  }
  const ties = inOrder(uniquePairs(left, right, start));
  ties.push({ left: left.length, right: right.length });
  let before = { left: start - 1, right: start - 1 };
  for (const tie of ties) {
    const isEnd = tie.left === left.length;
    if (!isEnd) pairs[tie.left] = tie.right;
    let [from, to] = [before.left + 1, before.right + 1];
    for (; from < tie.left && to < tie.right && left[from] === right[to]; from += 1, to += 1) {
      pairs[from] = to;
    }
    if (!isEnd || !isOpenEnded) {
      let [last, other] = [tie.left - 1, tie.right - 1];
      for (; last >= from && other >= to && left[last] === right[other]; last -= 1, other -= 1) {
        pairs[last] = other;
      }
    }
    before = tie;
  }
  return pairs;
}

interface Pair {
  readonly left: number;
  readonly right: number;
}

/** Returns pairs of equal elements that occur once in each list from `start` on, ordered by left index. */
function uniquePairs(left: readonly string[], right: readonly string[], start: number): Pair[] {
  const places = new Map<string, number>();
  for (let index = start; index < right.length; index += 1) {
    places.set(right[index]!, places.has(right[index]!) ? -1 : index);
  }
  const own = new Map<string, number>();
  for (let index = start; index < left.length; index += 1) {
    own.set(left[index]!, own.has(left[index]!) ? -1 : index);
  }
  const pairs: Pair[] = [];
  for (const [element, index] of own) {
    const other = index < 0 ? -1 : (places.get(element) ?? -1);
    if (other >= 0) pairs.push({ left: index, right: other });
  }
  return pairs;
}

/** Returns the longest subsequence of pairs whose right indices ascend. `pairs` must be ordered by left index. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  /** By length minus 1: index of the pair that ends a subsequence of that length with the smallest right index. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, { right }] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (pairs[ends[middle]!]!.right < right) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = ends[low - 1]!;
    ends[low] = index;
  }
  const row: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) row.push(pairs[index]!);
  return row.toReversed();
}
