/** A growable list of 32-bit integers. `values` is longer than the list and is replaced when it grows. */
export interface IntList {
  values: Int32Array;
  /** Can be set to truncate the list. */
  length: number;
  readonly push: (value: number) => void;
  /** Grows by the given number of unwritten elements. */
  readonly extend: (count: number) => void;
}

export function createIntList(): IntList {
  const list: IntList = {
    values: new Int32Array(1_024),
    length: 0,
    push(value) {
      if (list.length === list.values.length) list.values = grown(list.values, list.length + 1);
      list.values[list.length] = value;
      list.length += 1;
    },
    extend(count) {
      const length = list.length + count;
      if (length > list.values.length) list.values = grown(list.values, length);
      list.length = length;
    },
  };
  return list;
}

/** Returns a copy of at least a length, and of at least twice the old one. */
export function grown(values: Int32Array, least: number): Int32Array {
  const larger = new Int32Array(Math.max(least, values.length * 2));
  larger.set(values);
  return larger;
}
