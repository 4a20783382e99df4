/** A value, or a promise of it. */
export type Awaitable<Value> = Value | PromiseLike<Value>;

/** A message as it is stored. */
export interface StoredOriginal {
  /** SHA-256 of `text`, 64 lower-case hexadecimal digits. */
  readonly id: string;
  readonly text: string;
}

/**
 * Where originals and manifests lie. A store need not understand what it holds: texts are opaque, and whoever reads them checks them. The
 * originals of one session are never handed to another.
 *
 * `session` is a name of at most 80 of the characters `a-z`, `0-9` and `-`, made from the name the caller chose.
 */
export interface OriginalsStore {
  /** Keeps originals. One whose id is there already counts as new again where a store lets go of the oldest. */
  put(session: string, originals: readonly StoredOriginal[]): Awaitable<void>;
  /** The texts of ids, in their order; `undefined` for what is not there, or not any more. */
  get(session: string, ids: readonly string[]): Awaitable<readonly (string | undefined)[]>;
  /** Adds a record to the manifest of a session. */
  append(session: string, record: string): Awaitable<void>;
  /** Every record of a session, in any order. One that is torn may be among them. */
  records(session: string): Awaitable<readonly string[]>;
  /**
   * Returns a text that changes whenever the records of a session change, so that unchanged ones are not read again. Optional; without it
   * every refresh reads all records.
   */
  version?(session: string): Awaitable<string>;
  /** Forgets all of a session. */
  delete(session: string): Awaitable<void>;
}
