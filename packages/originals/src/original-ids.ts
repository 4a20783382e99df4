/** Characters of an id that are enough to ask for an original. */
const SHORTEST_ID = 8;

/** The ids of a session's originals. */
export interface OriginalIds {
  add(id: string): void;
  /** Ids that a text is, or is the beginning of. A text shorter than `SHORTEST_ID` is the beginning of none. */
  startingWith(beginning: string): readonly string[];
}

export function createOriginalIds(): OriginalIds {
  const known = new Set<string>();
  /** Not sorted in yet: only short ids need it. */
  const fresh: string[] = [];
  const byBeginning = new Map<string, string[]>();
  return {
    add(id) {
      if (known.has(id)) return;
      known.add(id);
      fresh.push(id);
    },
    startingWith(beginning) {
      if (known.has(beginning)) return [beginning];
      if (typeof beginning !== 'string' || beginning.length < SHORTEST_ID) return [];
      for (let id = fresh.pop(); id !== undefined; id = fresh.pop()) {
        const key = id.slice(0, SHORTEST_ID);
        const ids = byBeginning.get(key);
        if (ids === undefined) byBeginning.set(key, [id]);
        else ids.push(id);
      }
      const ids = byBeginning.get(beginning.slice(0, SHORTEST_ID)) ?? [];
      return ids.filter((id) => id.startsWith(beginning));
    },
  };
}
