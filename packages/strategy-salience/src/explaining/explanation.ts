import type { Role, SelectionReason } from '@palimpsest/salience';

/** A line, or a member of JSON, that is kept of an entry. */
export interface KeptLine {
  /** Lines left out since the one before. */
  readonly gap: number;
  readonly text: string;
  /** Why it was chosen; absent for what stays in any case. */
  readonly reason?: SelectionReason;
}

/** What is kept of one text of an entry that may be reduced. */
export interface ExplainedText {
  /** Index of its block. */
  readonly block: number;
  readonly role: Role;
  /** Lines that are kept, those of several pieces counted once. */
  readonly kept: number;
  /** Lines that say something, kept or not. */
  readonly total: number;
  readonly lines: readonly KeptLine[];
  /** Lines left out behind the last one that is kept. */
  readonly gap: number;
}

/** An entry of the history that may be reduced. */
export interface ExplainedEntry {
  /** Index in the history after its repair. */
  readonly index: number;
  readonly texts: readonly ExplainedText[];
}

/** What was kept of everything that may be reduced, and why. */
export interface Explanation {
  /** Index of the first entry of the tail, which stays whole. */
  readonly tailStart: number;
  readonly entries: readonly ExplainedEntry[];
}
