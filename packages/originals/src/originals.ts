import type { CompressionFacts } from './compression-record.ts';
import type { KeepFacts } from './prepare-record.ts';
import type { Restored, RestoreOptions } from './restore.ts';
import type { Redact } from './stored-original.ts';

export interface OriginalsOptions {
  /** Name of the session, such as a user and a conversation: 1 to 256 characters. No session has access to the originals of another. */
  readonly session: string;
  /**
   * Called for every text of an original before it is stored; member names are not passed. `restore` returns the redacted message and counts
   * it. Must be deterministic.
   */
  readonly redact?: Redact;
}

/** One saved compression. */
export interface KeptCompression extends CompressionFacts {
  readonly id: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Ids of the originals in the order of the input, for `recall`. */
  readonly originals: readonly string[];
}

/** Proves that a compression of this session wrote a message. */
interface Proof extends CompressionFacts {
  /** Id of the compression. */
  readonly compression: string;
  /** Ids of the originals that the message replaces, alone or together with its neighbours. */
  readonly originals: readonly string[];
  /** Metadata that was saved with the message. */
  readonly metadata?: unknown;
}

export type Recalled =
  | { readonly kind: 'found'; readonly message: unknown; readonly isRedacted: boolean }
  /** Saved once, but the store no longer has it, or has a different text. */
  | { readonly kind: 'missing'; readonly reason: 'absent' | 'corrupt' }
  /** Several originals begin with this id: give more digits. */
  | { readonly kind: 'ambiguous'; readonly candidates: number }
  /** Never saved in this session. */
  | { readonly kind: 'unknown' };

/** The originals of one session: messages that its compressions removed or changed. */
export interface Originals {
  readonly session: string;
  /** The hook that the session was opened with, for other code that must hide the same text. Returns text unchanged if none was set. */
  readonly redact: Redact;
  /** Number of manifest records that could not be read. */
  readonly damaged: number;
  /**
   * Saves the messages that a compression removed or changed. Copies them synchronously. Stores nothing and returns `undefined` if nothing
   * changed; stores each message once.
   *
   * @throws {OriginalsError} `NOT_KEEPABLE` when a message cannot be stored losslessly; nothing is stored then
   */
  keep(
    before: readonly unknown[],
    after: readonly unknown[],
    facts?: KeepFacts,
  ): Promise<KeptCompression | undefined>;
  /** Restores the messages as they were before any number of compressions, followed by those appended since. */
  restore<Message>(
    messages: readonly Message[],
    options?: RestoreOptions,
  ): Promise<Restored<Message>>;
  /**
   * Returns the compressions whose whole output the messages begin with, if it includes a message that a compression wrote. Returns several
   * if different conversations have the same output. Identifies the conversation of messages without a name.
   */
  find(messages: readonly unknown[]): KeptCompression[];
  /** Returns one original by its id, or by at least the first 8 hexadecimal digits. Ids of other sessions are unknown. */
  recall(id: string): Promise<Recalled>;
  /** Returns several originals in the order of `ids`, with one request to the store. Holds all of them in memory at once. */
  recallAll(ids: readonly string[]): Promise<readonly Recalled[]>;
  /**
   * Returns the id under which `keep` stores a message: SHA-256 of its text after `redact`, as 64 lower-case
   * hexadecimal digits. Stores nothing.
   *
   * @throws {OriginalsError} `NOT_KEEPABLE` when the message cannot be stored losslessly
   */
  idOf(message: unknown): string;
  /** Returns the id of every original, each once, in the order in which compressions removed them. Not a copy; reads nothing from the store. */
  ids(): readonly string[];
  /** Returns the first 8 digits of an id of this session, or the whole id if another one begins with the same digits. */
  shortId(id: string): string;
  /** Returns all saved compressions, oldest first. */
  list(): KeptCompression[];
  /**
   * Returns the newest proof that a compression of this session wrote a message with this content, or `undefined`. The look of
   * a text proves nothing.
   */
  findProof(message: unknown): Proof | undefined;
  /** Reads the manifest again, to include what other processes saved in this session. */
  refresh(): Promise<void>;
  /** Deletes everything of this session, also from the store. */
  delete(): Promise<void>;
}
