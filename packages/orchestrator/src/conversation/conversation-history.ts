import type { CuratedHistory, DensityResult, IContent, RawHistory } from '@palimpsest/core-types';
import { applyDensityResult, findFirstChange, isBlank } from '@palimpsest/history';
import { assertEntries } from './assert-entries.ts';
import { createEntryLog, type EntryLog } from './entry-log.ts';
import { createEventDelivery, type EventDelivery } from './event-delivery.ts';
import {
  assertInSnapshot,
  assertUnbroken,
  HistoryCommitError,
  type Commit,
  type HistorySnapshot,
} from './history-commit.ts';
import { historyFromJson, historyToJson, type HistoryJson } from './history-json.ts';

interface Change {
  readonly version: number;
  readonly lengthBefore: number;
  readonly lengthAfter: number;
}

/** A change of a history: entries were appended, or a commit replaced entries from `firstChangedIndex` on. */
export type HistoryEvent =
  | (Change & { readonly kind: 'appended'; readonly entries: readonly IContent[] })
  | (Change & { readonly kind: 'committed'; readonly firstChangedIndex: number });

interface ConversationHistoryOptions {
  /** Names the conversation; kept by `toJSON`. */
  readonly id?: string | undefined;
  /** Called with what listeners throw or reject with. @default such errors are dropped */
  readonly onListenerError?: (error: unknown, event: HistoryEvent) => void;
}

/**
 * A conversation that grows at its end and is replaced in one step. Appended entries are never lost, even during a compression (D14).
 *
 * Entries are held by reference and must not be changed; replace them.
 */
export class ConversationHistory {
  readonly id: string | undefined;
  /** A commit starts new logs, so that earlier copies stay valid. */
  #raw: EntryLog;
  /** The same log as `#raw` while no entry is blank. */
  #curated: EntryLog;
  #version: number = 0;
  #snapshot: HistorySnapshot | undefined;
  readonly #logs = new WeakMap<HistorySnapshot, EntryLog>();
  readonly #events: EventDelivery<HistoryEvent>;

  /** @throws {OptionError} `INVALID_ENTRY` */
  constructor(entries: readonly IContent[] = [], options: ConversationHistoryOptions = {}) {
    assertEntries(entries, 'entries');
    this.id = options.id;
    this.#raw = createEntryLog([...entries]);
    this.#curated = curatedLog(this.#raw);
    this.#events = createEventDelivery(options.onListenerError);
  }

  /**
   * Restores a history from what `toJSON` returned, with new entry objects. Snapshots of the earlier history are foreign to it.
   *
   * @throws {OptionError} `INVALID_HISTORY_JSON` or `INVALID_ENTRY`, with the path of the problem
   */
  static from(
    json: unknown,
    options: Omit<ConversationHistoryOptions, 'id'> = {},
  ): ConversationHistory {
    const { id, version, entries } = historyFromJson(json);
    const restored = new ConversationHistory(entries, { ...options, id });
    restored.#version = version;
    return restored;
  }

  get length(): number {
    return this.#raw.entries.length;
  }

  /** Number of changes so far: appends and effective commits. */
  get version(): number {
    return this.#version;
  }

  /** Returns all entries as a frozen array; the same array until the history changes. */
  raw(): RawHistory {
    return this.#raw.copy();
  }

  /** Returns all entries without blank AI entries: the input of `compress`. The same array as `raw` if none is blank. */
  curated(): CuratedHistory {
    return this.#curated.copy();
  }

  /**
   * Appends all of the entries, or none.
   *
   * @returns the version afterwards
   * @throws {OptionError} `INVALID_ENTRY`
   */
  append(...entries: readonly IContent[]): number {
    if (entries.length === 0) return this.#version;
    assertEntries(entries, 'entries');
    const lengthBefore = this.length;
    this.#raw.append(entries);
    const curated = entries.filter(isCurated);
    if (this.#curated === this.#raw && curated.length < entries.length) {
      this.#curated = createEntryLog(this.#raw.entries.slice(0, lengthBefore));
    }
    if (this.#curated !== this.#raw) this.#curated.append(curated);
    this.#version += 1;
    const version = this.#version;
    const lengthAfter = this.length;
    this.#events.publish({ kind: 'appended', version, entries, lengthBefore, lengthAfter });
    return version;
  }

  /** Returns a point-in-time view, to compress and to commit. */
  snapshot(): HistorySnapshot {
    if (this.#snapshot?.version !== this.#version) {
      this.#snapshot = Object.freeze({ entries: this.raw(), version: this.#version });
      this.#logs.set(this.#snapshot, this.#raw);
    }
    return this.#snapshot;
  }

  /**
   * Replaces the entries of a snapshot; entries appended since follow the new ones. Equal entries change nothing.
   *
   * @throws {HistoryCommitError} with the reason as its code; the history is unchanged
   * @throws {OptionError} `INVALID_ENTRY`
   */
  commit(snapshot: HistorySnapshot, newEntries: readonly IContent[]): Commit {
    this.#assertCurrent(snapshot);
    const before = this.#raw.entries;
    const lengthBefore = before.length;
    const appended = before.slice(snapshot.entries.length);
    const appendedSince = appended.length;
    const unchanged = {
      version: this.#version,
      lengthBefore,
      lengthAfter: lengthBefore,
      appendedSince,
    };
    if (newEntries === snapshot.entries) return unchanged;
    assertEntries(newEntries, 'newEntries');
    const after = [...newEntries];
    assertInSnapshot(after, snapshot, appended);
    for (const entry of appended) after.push(entry);
    const firstChangedIndex = findFirstChange(before, after);
    if (firstChangedIndex === undefined) return unchanged;
    assertUnbroken(before, after);
    this.#raw = createEntryLog(after);
    this.#curated = curatedLog(this.#raw);
    this.#version += 1;
    const lengthAfter = after.length;
    const change = { version: this.#version, firstChangedIndex, lengthBefore, lengthAfter };
    this.#events.publish({ kind: 'committed', ...change });
    return { ...change, appendedSince };
  }

  /**
   * Applies the result of `optimize`, planned for the raw history, in one commit (REQ-HD-003). Entries appended since stay.
   *
   * @param snapshot the snapshot it was planned for. Required if another commit may have followed: its indices would mean other entries
   * @throws {CompressionStrategyError} for invalid indices, as `applyDensityResult` of `@palimpsest/history`
   * @throws {HistoryCommitError} as `commit`
   */
  applyDensityResult(
    result: Pick<DensityResult, 'removals' | 'replacements'>,
    snapshot: HistorySnapshot = this.snapshot(),
  ): Commit {
    this.#assertCurrent(snapshot);
    return this.commit(snapshot, applyDensityResult(snapshot.entries, result));
  }

  /**
   * Calls a listener after every change, in the order of versions. A listener may change the history: all listeners get one event before any
   * gets the next. Its errors go to `onListenerError`.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: (event: HistoryEvent) => unknown): () => void {
    return this.#events.subscribe(listener);
  }

  /** Returns the history for `JSON.stringify`. `Uint8Array` values are restored; other values that JSON cannot hold are lost. */
  toJSON(): HistoryJson {
    return historyToJson(this.id, this.#version, this.#raw.entries);
  }

  #assertCurrent(snapshot: HistorySnapshot): void {
    const log = this.#logs.get(snapshot);
    if (log === this.#raw) return;
    if (log === undefined) {
      throw new HistoryCommitError(
        'FOREIGN_SNAPSHOT',
        'The snapshot is not from this history. Commit the same object that its snapshot() returned.',
      );
    }
    throw new HistoryCommitError(
      'STALE_SNAPSHOT',
      `Another commit followed the snapshot of version ${snapshot.version}; the history is at version ${this.#version}. Take a new snapshot and compress again.`,
    );
  }
}

/** Returns the log itself if no entry is blank. */
function curatedLog(raw: EntryLog): EntryLog {
  const curated = raw.entries.filter(isCurated);
  return curated.length === raw.entries.length ? raw : createEntryLog(curated);
}

function isCurated(entry: IContent): boolean {
  return entry.speaker !== 'ai' || !isBlank(entry);
}

/** @throws {OptionError} `INVALID_ENTRY` */
export function createConversationHistory(
  entries: readonly IContent[] = [],
  options: ConversationHistoryOptions = {},
): ConversationHistory {
  return new ConversationHistory(entries, options);
}
