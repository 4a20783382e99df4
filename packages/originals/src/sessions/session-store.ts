import type { Awaitable, StoredOriginal } from '../originals-store.ts';

/** The stored state of a session. */
export interface LoadedSession {
  /** Equal versions mean equal states. */
  readonly version: string;
  readonly state: string;
}

/** What a request changes in a session. Applied as a whole or not at all. */
export interface SessionChange extends LoadedSession {
  /** New parts. A part is immutable: its id is a digest of its text. */
  readonly parts: readonly StoredOriginal[];
  /** Ids of parts that the new state no longer needs. */
  readonly unused: readonly string[];
}

/**
 * Stores what is known of a session between requests, so that any process can continue it. Texts are opaque to the store.
 *
 * The state is small and rewritten by each request. Parts are the replaced messages, stored once each.
 */
export interface SessionStore {
  /** Returns the state of a session; `undefined` if it is new, deleted or expired. */
  load(session: string): Awaitable<LoadedSession | undefined>;
  /** Returns the texts of parts in the order of `ids`; `undefined` for a missing one. */
  parts(session: string, ids: readonly string[]): Awaitable<readonly (string | undefined)[]>;
  /**
   * Applies a change if the session still has the given version, and restarts its time to live.
   *
   * @param version of the state on which the change is based; `undefined` for a new session
   */
  commit(
    session: string,
    version: string | undefined,
    change: SessionChange,
  ): Awaitable<'done' | 'conflict'>;
  /** Deletes everything of a session. */
  delete(session: string): Awaitable<void>;
}
