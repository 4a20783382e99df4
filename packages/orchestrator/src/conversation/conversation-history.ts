import {
  PalimpsestError,
  type CuratedHistory,
  type IContent,
  type RawHistory,
} from '@palimpsest/core-types';
import { curate, findFirstChange, type Violation } from '@palimpsest/engine/history';
import { assertEntries } from './assert-entries.ts';
import { findNewViolations } from './new-violations.ts';

/** Why a replacement was refused. */
export type HistoryCommitCode =
  /** The history no longer begins with the entries to replace. Compress what `raw` returns now. */
  | 'STALE_SNAPSHOT'
  /** The new entries contain one that was appended after the entries to replace; it would occur twice. */
  | 'ENTRY_NOT_IN_SNAPSHOT'
  /** The result would break an invariant that the history kept. */
  | 'BROKEN_HISTORY';

/** Thrown when a replacement is refused; the history is unchanged. */
export class HistoryCommitError extends PalimpsestError {
  override readonly name: string = 'HistoryCommitError';
  declare readonly code: HistoryCommitCode;
  /** New violations, with indices into the refused result. Empty for other codes. */
  readonly violations: readonly Violation[];

  constructor(code: HistoryCommitCode, message: string, violations: readonly Violation[] = []) {
    super(message, code);
    this.violations = violations;
  }
}

/**
 * A conversation that grows at its end and is replaced in one step. Appended entries are never lost, even during a compression.
 *
 * Entries are held by reference and must not be changed; replace them.
 */
export class ConversationHistory {
  #raw: RawHistory;
  #curated: CuratedHistory | undefined;
  #version: number = 0;

  /** @throws {OptionError} `INVALID_ENTRY` */
  constructor(entries: readonly IContent[] = []) {
    assertEntries(entries, 'entries');
    this.#raw = Object.freeze([...entries]);
  }

  get length(): number {
    return this.#raw.length;
  }

  /** Number of changes so far: appends and effective replacements. */
  get version(): number {
    return this.#version;
  }

  /** Returns all entries as a frozen array; the same array until the history changes. */
  raw(): RawHistory {
    return this.#raw;
  }

  /** Returns all entries without blank AI entries: the input of `compress`. The same array as `raw` if none is blank. */
  curated(): CuratedHistory {
    this.#curated ??= Object.freeze(curate(this.#raw));
    return this.#curated;
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
    return this.#change([...this.#raw, ...entries]);
  }

  /**
   * Replaces entries; those appended since follow the new ones. Equal entries change nothing.
   *
   * @param replaced what `raw` returned when the new entries were made
   * @returns the index of the first entry that differs now, up to which a conversation that the provider stores is valid; `undefined` if
   * nothing changed
   * @throws {HistoryCommitError} with the reason as its code; the history is unchanged
   * @throws {OptionError} `INVALID_ENTRY`
   */
  replace(replaced: RawHistory, newEntries: readonly IContent[]): number | undefined {
    const before = this.#raw;
    const appended = before.slice(replaced.length);
    if (findFirstChange(replaced, before.slice(0, replaced.length)) !== undefined) {
      throw new HistoryCommitError(
        'STALE_SNAPSHOT',
        'The history no longer begins with the entries to replace: others were replaced meanwhile. Call raw() again, and compress what it returns.',
      );
    }
    if (newEntries === replaced) return undefined;
    assertEntries(newEntries, 'newEntries');
    // The same object may be appended again.
    const earlier = new Set(replaced);
    const unseen = new Set(appended.filter((entry) => !earlier.has(entry)));
    const index = newEntries.findIndex((entry) => unseen.has(entry));
    if (index >= 0) {
      throw new HistoryCommitError(
        'ENTRY_NOT_IN_SNAPSHOT',
        `New entry ${index} was appended since and would occur twice. Compress only the entries to replace: the history keeps later entries itself.`,
      );
    }
    const after = [...newEntries, ...appended];
    const firstChangedIndex = findFirstChange(before, after);
    if (firstChangedIndex === undefined) return undefined;
    assertUnbroken(before, after);
    this.#change(after);
    return firstChangedIndex;
  }

  /** Returns the entries for `JSON.stringify`; `createConversationHistory` takes them, parsed. */
  toJSON(): RawHistory {
    return this.#raw;
  }

  #change(entries: IContent[]): number {
    this.#raw = Object.freeze(entries);
    this.#curated = undefined;
    this.#version += 1;
    return this.#version;
  }
}

/** @throws {OptionError} `INVALID_ENTRY` */
export function createConversationHistory(entries: readonly IContent[] = []): ConversationHistory {
  return new ConversationHistory(entries);
}

const SHOWN_VIOLATIONS = 3;

/** @throws {HistoryCommitError} `BROKEN_HISTORY` when a change adds a violation of an invariant */
function assertUnbroken(before: RawHistory, after: RawHistory): void {
  const added = findNewViolations(before, after);
  if (added.length === 0) return;
  const shown = added
    .slice(0, SHOWN_VIOLATIONS)
    .map(({ index, message }) => `${message} (entry ${index})`);
  throw new HistoryCommitError(
    'BROKEN_HISTORY',
    `The change would break the history: ${shown.join('; ')}${added.length > shown.length ? '; …' : ''}. Compress what raw() returns now, which includes the entries appended since.`,
    added,
  );
}
