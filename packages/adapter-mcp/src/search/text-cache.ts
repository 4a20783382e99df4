/** The texts of originals by id, up to a number of characters in all. */
export interface TextCache {
  /** Characters that are held. */
  readonly size: number;
  /** Returns the texts of an original, which counts as used now. */
  get(id: string): readonly string[] | undefined;
  /** Holds texts. What was used longest ago goes, until the rest is within the limit; what alone is longer is not held. */
  set(id: string, texts: readonly string[]): void;
  clear(): void;
}

export function createTextCache(limit: number): TextCache {
  const held = new Map<string, readonly string[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    get(id) {
      const texts = held.get(id);
      if (texts === undefined) return undefined;
      held.delete(id);
      held.set(id, texts);
      return texts;
    },
    set(id, texts) {
      const length = lengthOf(texts);
      if (length > limit || held.has(id)) return;
      held.set(id, texts);
      size += length;
      for (const [oldest, others] of held) {
        if (size <= limit) break;
        held.delete(oldest);
        size -= lengthOf(others);
      }
    },
    clear() {
      held.clear();
      size = 0;
    },
  };
}

/** Returns the characters of texts, in UTF-16 units. An empty text counts as one, so that not even those are without limit. */
export function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + Math.max(1, length), 0);
}
