import type { FormatName } from '@palimpsest/formats';
import type { SelectionReason } from '@palimpsest/salience';

/** Quarter of all lines that were chosen, by value: 4 for the quarter worth most; 0 for what only filled the room that was left. */
export type ValueLevel = 0 | 1 | 2 | 3 | 4;

/** A line, or a member of JSON, that is kept. */
export interface WhyLine {
  /** Lines left out since the one before. */
  readonly gap: number;
  readonly text: string;
  /** Absent for what stays in any case, as `reason` is. */
  readonly level?: ValueLevel;
  readonly reason?: SelectionReason;
}

/** What is kept of one text of an entry; no lines where it stays as it is. */
export interface WhyText {
  /** Index of its block. */
  readonly block: number;
  readonly role: string;
  /** The tool that is called, or whose result it is. */
  readonly tool?: string;
  readonly kept: number;
  /** Lines that say something, kept or not. */
  readonly of: number;
  readonly lines: readonly WhyLine[];
  /** Lines left out behind the last one that is kept. */
  readonly gap: number;
}

/** An entry that may be reduced. */
export interface WhyEntry {
  /** Position among the entries, from 0. */
  readonly index: number;
  readonly speaker: string;
  readonly tool?: string;
  readonly key?: string;
  readonly kept: number;
  readonly of: number;
  readonly texts: readonly WhyText[];
  /** Its other blocks that stay as they are, such as short calls. */
  readonly untouched: number;
}

/** What a conversation would keep, and why. */
export interface Why {
  readonly id: string;
  readonly format: FormatName;
  readonly strategy: string;
  /** Entries after the repair of what is broken, which is what positions count. */
  readonly entries: number;
  readonly repairs: number;
  readonly tokens: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Position of the first of the newest entries, which stay whole; all of them where nothing would be left out. */
  readonly tail: number;
  /** In the order of the conversation; entries that are not among them stay whole. */
  readonly reducible: readonly WhyEntry[];
}
