/** Finds the next position of a key. Positions before `from` are forgotten, so that all searches together are linear. */
export class NextPlaces {
  /** Positions of each key, in descending order. */
  readonly #places = new Map<string, number[]>();

  constructor(keys: readonly (readonly string[])[]) {
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      for (const key of new Set(keys[at])) {
        const known = this.#places.get(key);
        if (known === undefined) this.#places.set(key, [at]);
        else known.push(at);
      }
    }
  }

  /** Returns the first position of a key from `from` on. `from` never decreases between calls. */
  find(key: string, from: number): number | undefined {
    const indices = this.#places.get(key) ?? [];
    for (let next = indices.at(-1); next !== undefined; next = indices.at(-1)) {
      if (next >= from) return next;
      indices.pop();
    }
    return undefined;
  }
}
