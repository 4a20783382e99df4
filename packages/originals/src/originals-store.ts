/** A value, or a promise of it. */
export type Awaitable<Value> = Value | PromiseLike<Value>;

/** A message in its stored form. */
export interface StoredOriginal {
  /** SHA-256 of `text`, 64 lower-case hexadecimal digits. */
  readonly id: string;
  readonly text: string;
}

/**
 * Stores originals and manifests. Texts are opaque to the store; the reader validates them. A store never returns
 * originals of another session.
 *
 * `session` is a key derived from the name that the caller chose: at most 80 of the characters `a-z`, `0-9` and `-`.
 */
export interface OriginalsStore {
  /** Stores originals. An id that is already stored counts as new again, for stores that remove the oldest. */
  put(session: string, originals: readonly StoredOriginal[]): Awaitable<void>;
  /** Returns the texts of ids, in their order; `undefined` for a missing one. */
  get(session: string, ids: readonly string[]): Awaitable<readonly (string | undefined)[]>;
  /** Appends a record to the manifest of a session. */
  append(session: string, record: string): Awaitable<void>;
  /** Returns all records of a session, in any order. They may include a torn one. */
  records(session: string): Awaitable<readonly string[]>;
  /**
   * Returns a text that changes whenever the records of a session change, so that unchanged records are not read again. Without this method
   * every refresh reads all records.
   */
  version?(session: string): Awaitable<string>;
  /** Deletes everything of a session. */
  delete(session: string): Awaitable<void>;
}
