import type { CuratedHistory, DensityResult, IContent, RawHistory } from '@palimpsest/core-types';
import { applyDensityResult, findFirstChange } from '@palimpsest/history';
import { assertEntries } from './assert-entries.ts';
import { assertUnbroken } from './assert-unbroken.ts';
import { curatedLine } from './curated-line.ts';
import { entryLine, type EntryLine } from './entry-line.ts';
import { eventDelivery, type EventDelivery } from './event-delivery.ts';
import type { HistoryEvent, HistoryListener } from './history-events.ts';
import { historyFromJson, historyToJson, type HistoryJson } from './history-json.ts';
import type { Commit, HistorySnapshot } from './history-snapshot.ts';
import { assertSeen, snapshotTickets } from './snapshot-tickets.ts';

export interface ConversationHistoryOptions {
  /** Names the conversation; kept by `toJSON`. */
  readonly id?: string;
  /**
   * Hears what listeners throw, or what their promises are rejected with. Without it such errors are dropped: a history neither prints nor
   * ends a process.
   */
  readonly onListenerError?: (error: unknown, event: HistoryEvent) => void;
}

/**
 * A conversation that grows at its end and is replaced in one step. Nothing that was appended is lost, whenever it was (D14).
 *
 * Entries are held, not copied, and must not be changed; replace them.
 */
export class ConversationHistory {
  readonly id: string | undefined;
  /** A replacement begins a new line; what was seen of the old one stays as it was. */
  #line: EntryLine;
  #curated: () => CuratedHistory;
  #version: number = 0;
  readonly #tickets = snapshotTickets();
  readonly #events: EventDelivery<HistoryEvent>;

  /** @throws {OrchestratorOptionError} `INVALID_ENTRY` */
  constructor(entries: readonly IContent[] = [], options: ConversationHistoryOptions = {}) {
    const { id, onListenerError = () => {} } = options;
    const own = [...entries];
    assertEntries(own, 'entries');
    this.id = id;
    this.#line = entryLine(own);
    this.#curated = curatedLine(this.#line);
    this.#events = eventDelivery(onListenerError);
  }

  /**
   * The history that `toJSON` wrote, with new objects for its entries: snapshots of the old one are not its own.
   *
   * @throws {OrchestratorOptionError} `INVALID_HISTORY_JSON` or `INVALID_ENTRY`, with the path of what is wrong
   */
  static from(
    json: unknown,
    options: Omit<ConversationHistoryOptions, 'id'> = {},
  ): ConversationHistory {
    const { id, version, entries } = historyFromJson(json);
    const read = new ConversationHistory(entries, {
      ...options,
      ...(id === undefined ? {} : { id }),
    });
    read.#version = version;
    return read;
  }

  get length(): number {
    return this.#line.entries.length;
  }

  /** Counts changes: every `append` of something, and every replacement that replaced something. */
  get version(): number {
    return this.#version;
  }

  /**
   * Everything. Costs nothing to ask for; what was answered never changes.
   *
   * Going over it, `slice` and spreading are as fast as over any array; reading by index is slower, so take `slice()` for heavy work.
   */
  raw(): RawHistory {
    return this.#line.view();
  }

  /** Everything but blank AI entries: what `compress` works on. Looks at new entries only; the same array as `raw` where nothing is left out. */
  curated(): CuratedHistory {
    return this.#curated();
  }

  /**
   * Adds entries at the end: all of them, or none.
   *
   * @returns the version afterwards
   * @throws {OrchestratorOptionError} `INVALID_ENTRY`
   */
  append(...entries: readonly IContent[]): number {
    if (entries.length === 0) return this.#version;
    assertEntries(entries, 'entries');
    const lengthBefore = this.length;
    for (const entry of entries) this.#line.append(entry);
    this.#version += 1;
    const version = this.#version;
    const lengthAfter = this.length;
    this.#events.publish({ kind: 'appended', version, entries, lengthBefore, lengthAfter });
    return version;
  }

  /** What is there now, to be compressed and committed. */
  snapshot(): HistorySnapshot {
    return this.#tickets.take(this.#line, this.#version);
  }

  /**
   * Replaces what a snapshot saw; what was appended since stays, behind it. New entries that are the old ones change nothing.
   *
   * @throws {HistoryCommitError} the code says why; the history is as it was then
   * @throws {OrchestratorOptionError} `INVALID_ENTRY`
   */
  commit(snapshot: HistorySnapshot, newEntries: readonly IContent[]): Commit {
    this.#tickets.assertCurrent(snapshot, this.#line, this.#version);
    const appended = this.#line.entries.slice(snapshot.entries.length);
    const own = [...newEntries];
    assertEntries(own, 'newEntries');
    assertSeen(own, snapshot, appended);
    return this.#replace([...own, ...appended], appended.length);
  }

  /**
   * Carries out what `optimize` planned for the raw history, in one step (REQ-HD-003). What was appended since it was planned stays.
   *
   * @param snapshot what it was planned for. Give it where something may have been committed meanwhile: indices would mean other entries then
   * @throws {CompressionStrategyError} for indices that are not possible, as `applyDensityResult` of `@palimpsest/history` does
   * @throws {HistoryCommitError} as `commit` does
   */
  applyDensityResult(
    result: Pick<DensityResult, 'removals' | 'replacements'>,
    snapshot: HistorySnapshot = this.snapshot(),
  ): Commit {
    this.#tickets.assertCurrent(snapshot, this.#line, this.#version);
    return this.commit(snapshot, applyDensityResult(snapshot.entries, result));
  }

  /**
   * Has a listener told of every change after it happened, in the order of versions. It may change the history, or subscriptions: everybody
   * hears of one change before anybody hears of the next. Its errors go to `onListenerError`.
   *
   * @returns ends the subscription at once
   */
  subscribe(listener: HistoryListener): () => void {
    return this.#events.subscribe(listener);
  }

  /**
   * For `JSON.stringify`. Bytes (`Uint8Array`) come back as bytes; whatever else JSON cannot say is lost as JSON loses it: functions, class
   * instances, `undefined`, also in `native`.
   */
  toJSON(): HistoryJson {
    return historyToJson({
      ...(this.id === undefined ? {} : { id: this.id }),
      version: this.#version,
      entries: this.#line.entries,
    });
  }

  #replace(after: IContent[], appendedSince: number): Commit {
    const before = this.#line.entries;
    const firstChangedIndex = findFirstChange(before, after);
    const figures = { lengthBefore: before.length, lengthAfter: after.length };
    if (firstChangedIndex === undefined)
      return { version: this.#version, ...figures, appendedSince };
    assertUnbroken(before, after);
    this.#line = entryLine(after);
    this.#curated = curatedLine(this.#line);
    this.#version += 1;
    const change = { version: this.#version, firstChangedIndex, ...figures };
    this.#events.publish({ kind: 'committed', ...change });
    return { ...change, appendedSince };
  }
}

/** @throws {OrchestratorOptionError} `INVALID_ENTRY` */
export function createConversationHistory(
  entries: readonly IContent[] = [],
  options: ConversationHistoryOptions = {},
): ConversationHistory {
  return new ConversationHistory(entries, options);
}
