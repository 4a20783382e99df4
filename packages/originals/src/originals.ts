import type { CompressionFacts } from './compression-record.ts';
import type { KeepFacts } from './keep.ts';
import type { Restored, RestoreOptions } from './restore.ts';
import type { Redact } from './write-original.ts';

export interface OriginalsOptions {
  /** Whom or what the originals belong to: 1 to 256 characters of any kind. Nothing of one session is ever answered to another. */
  readonly session: string;
  /**
   * Runs over every text inside originals before they are stored; names of members stay as they are. What it took out is gone: `restore`
   * gives back the redacted message and counts it. Must give the same for the same text.
   */
  readonly redact?: Redact;
}

/** One compression that was kept. */
export interface KeptCompression extends CompressionFacts {
  readonly id: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Ids of the originals, in the order of the input; for `recall`. */
  readonly originals: readonly string[];
}

/** Shows that a message was written by a compression of this session. */
export interface Proof extends CompressionFacts {
  /** Id of the compression. */
  readonly compression: string;
  /** Ids of the originals that the message stands for, alone or with its neighbours. */
  readonly originals: readonly string[];
  /** What was said of the message when it was kept. */
  readonly metadata?: unknown;
}

export type Recalled =
  | { readonly kind: 'found'; readonly message: unknown; readonly isRedacted: boolean }
  /** Kept once, but the store does not have it any more, or has something else. */
  | { readonly kind: 'missing'; readonly reason: 'absent' | 'corrupt' }
  /** Ids of several originals begin so: give more of it. */
  | { readonly kind: 'ambiguous'; readonly candidates: number }
  /** Never kept in this session. */
  | { readonly kind: 'unknown' };

/** What the compressions of one session took out. */
export interface Originals {
  readonly session: string;
  /** The hook the session was opened with, for what else should not see what it takes out; without one, text stays as it is. */
  readonly redact: Redact;
  /** Records of the manifest that could not be read. */
  readonly damaged: number;
  /**
   * Keeps what a compression took out. Messages are read at once: changing them afterwards changes nothing here. Nothing is stored where
   * nothing changed (`undefined`), and nothing twice.
   *
   * @throws {OriginalsError} `NOT_KEEPABLE` for a message that could not be given back as it is; nothing is stored then
   */
  keep(
    before: readonly unknown[],
    after: readonly unknown[],
    facts?: KeepFacts,
  ): Promise<KeptCompression | undefined>;
  /** Gives back what the messages were before they were compressed, however often, with whatever was appended since. */
  restore<Message>(
    messages: readonly Message[],
    options?: RestoreOptions,
  ): Promise<Restored<Message>>;
  /**
   * Returns the compressions whose whole output the messages begin with, if something that a compression wrote is in it: several where
   * the same output came from different conversations. Tells which conversation messages without a name belong to.
   */
  find(messages: readonly unknown[]): KeptCompression[];
  /** One original by its id, or by the first 8 hexadecimal digits of it or more. Ids of other sessions are unknown here. */
  recall(id: string): Promise<Recalled>;
  /** The same for several ids, in their order, with one request to the store. All of them are in memory at once. */
  recallAll(ids: readonly string[]): Promise<readonly Recalled[]>;
  /**
   * The id under which `keep` would keep a message, or did: SHA-256 of its text, after `redact`, as 64 lower-case hexadecimal digits. Nothing
   * is stored.
   *
   * @throws {OriginalsError} `NOT_KEEPABLE` for a message that could not be given back as it is
   */
  idOf(message: unknown): string;
  /** Returns the id of every original, each once, in the order in which compressions removed them. Not a copy; reads nothing from the store. */
  ids(): readonly string[];
  /** Returns the first 8 digits of an id of this session; the whole id if another one begins with the same digits. */
  shortId(id: string): string;
  /** Every compression that was kept, oldest first. */
  list(): KeptCompression[];
  /** Whether a compression of this session wrote a message of this content; of several the newest. What a text looks like proves nothing. */
  proves(message: unknown): Proof | undefined;
  /** Reads the manifest again, for what others kept in the same session since. */
  refresh(): Promise<void>;
  /** Forgets everything of this session, in the store as well. */
  delete(): Promise<void>;
}
