import { createIntList, type IntList } from './int-list.ts';

/** A list of integers per id. All are in one list, so that many short ones need no object each. */
export interface IntLists {
  readonly has: (id: number) => boolean;
  /** Starts the list of an id that has none. Push its elements to the returned list, then call `end`. */
  readonly begin: (id: number) => IntList;
  /** Ends the list that was started last. */
  readonly end: () => void;
  readonly count: (id: number) => number;
  /** Adds the elements of an id's list to another list. */
  readonly copyTo: (into: IntList, id: number) => void;
}

export function createIntLists(): IntLists {
  /** The length of each list, followed by its elements. */
  const values = createIntList();
  /** Per id the index of its list's length; 0 for none. */
  const starts = createIntList();
  let start = 0;
  values.push(0);
  return {
    has: (id) => id < starts.length && starts.values[id] !== 0,
    begin(id) {
      while (starts.length <= id) starts.push(0);
      start = values.length;
      starts.values[id] = start;
      values.push(0);
      return values;
    },
    end() {
      values.values[start] = values.length - start - 1;
    },
    count: (id) => values.values[starts.values[id]!]!,
    copyTo(into, id) {
      const first = starts.values[id]! + 1;
      const end = first + values.values[first - 1]!;
      for (let at = first; at < end; at += 1) into.push(values.values[at]!);
    },
  };
}
