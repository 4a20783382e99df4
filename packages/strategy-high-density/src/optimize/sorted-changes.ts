/** Values by index, in ascending order. Immutable, so that earlier versions stay valid. */
export interface SortedValues<T> {
  readonly at: readonly number[];
  readonly values: readonly T[];
}

/**
 * Returns the values with some of them changed, by ascending index; `undefined` removes a value. Returns the same object if no value is set
 * or removed.
 */
export function withChanges<T>(
  sorted: SortedValues<T>,
  changed: readonly number[],
  newValues: readonly (T | undefined)[],
): SortedValues<T> {
  const { at: oldAt, values: oldValues } = sorted;
  // Preallocated: for thousands of values half the time of growing.
  const at = Array<number>(oldAt.length + changed.length);
  const values = Array<T>(at.length);
  let from = 0;
  let length = 0;
  let isChanged = false;
  const copyTo = (to: number): void => {
    for (; from < to; from += 1, length += 1) {
      at[length] = oldAt[from]!;
      values[length] = oldValues[from]!;
    }
  };
  for (const [change, index] of changed.entries()) {
    const value = newValues[change];
    const to = positionOf(oldAt, index, from);
    const isKnown = oldAt[to] === index;
    if (value === undefined && !isKnown) continue;
    isChanged = true;
    copyTo(to);
    if (isKnown) from += 1;
    if (value === undefined) continue;
    at[length] = index;
    values[length] = value;
    length += 1;
  }
  if (!isChanged) return sorted;
  copyTo(oldAt.length);
  at.length = length;
  values.length = length;
  return { at, values };
}

/** Returns the position of the first number that is at least `index`, at or after `from`. */
function positionOf(numbers: readonly number[], index: number, from: number): number {
  let low = from;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
