import type { FormatName } from '@palimpsest/formats';
import type { SelectionReason } from '@palimpsest/salience';

/** Quartile of a kept line by value, 4 for the most valuable; 0 for a line that only fills the remaining space. */
export type ValueLevel = 0 | 1 | 2 | 3 | 4;

/** Why a line was selected, with the printed name of one key. */
type WhyReason = Omit<SelectionReason, 'mentionedBy'> & {
  readonly saidBy: SelectionReason['mentionedBy'];
};

/** A kept line, or a kept JSON field. */
export interface WhyLine {
  /** Lines omitted since the previous kept one. */
  readonly gap: number;
  readonly text: string;
  /** Absent, like `reason`, for a line that is always kept. */
  readonly level?: ValueLevel;
  readonly reason?: WhyReason;
}

/** The kept lines of one text; none if the text stays unchanged. */
export interface WhyText {
  /** Index of its block. */
  readonly block: number;
  readonly role: string;
  /** The tool of the call or result. */
  readonly tool?: string;
  readonly kept: number;
  /** Lines with content, kept or not. */
  readonly of: number;
  readonly lines: readonly WhyLine[];
  /** Lines omitted after the last kept one. */
  readonly gap: number;
}

/** A reducible entry. */
export interface WhyEntry {
  /** Position among the entries, from 0. */
  readonly index: number;
  readonly speaker: string;
  readonly tool?: string;
  readonly key?: string;
  readonly kept: number;
  readonly of: number;
  readonly texts: readonly WhyText[];
  /** Number of other blocks that stay unchanged, such as short calls. */
  readonly untouched: number;
}

/** What a compression would keep of a conversation, and why. */
export interface Why {
  readonly id: string;
  readonly format: FormatName;
  readonly strategy: string;
  /** Number of entries after repairs; positions count these. */
  readonly entries: number;
  readonly repairs: number;
  readonly tokens: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Start of the preserved tail; 0 if nothing would be omitted. */
  readonly tail: number;
  /** In the order of the conversation; all other entries stay unchanged. */
  readonly reducible: readonly WhyEntry[];
}
