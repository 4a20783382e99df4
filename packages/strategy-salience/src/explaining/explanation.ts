import type { Role, SelectionReason } from '@palimpsest/salience';

/** A line or JSON member that an entry keeps. */
export interface KeptLine {
  /** Lines omitted since the previous one. */
  readonly gap: number;
  readonly text: string;
  /** Why it was selected. Absent for units that always stay. */
  readonly reason?: SelectionReason;
}

/** What one text of a reducible entry keeps. */
export interface ExplainedText {
  /** Index of its block. */
  readonly block: number;
  readonly role: Role;
  /** Number of kept lines. A line with several kept pieces counts once. */
  readonly kept: number;
  /** Number of lines with content, kept or not. */
  readonly total: number;
  readonly lines: readonly KeptLine[];
  /** Lines omitted after the last kept one. */
  readonly gap: number;
}

/** A reducible entry of the history. */
export interface ExplainedEntry {
  /** Index in the repaired history. */
  readonly index: number;
  readonly texts: readonly ExplainedText[];
}

/** What all reducible entries keep, and why. */
export interface Explanation {
  /** Index of the first entry of the preserved tail. */
  readonly tailStart: number;
  readonly entries: readonly ExplainedEntry[];
}
