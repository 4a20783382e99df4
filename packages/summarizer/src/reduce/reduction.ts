import type { Summary } from '@palimpsest/core-types';

/** A text that may be reduced: the prose of one message, or one tool result. */
export interface Passage {
  readonly text: string;
  /** Position of its message, ascending. */
  readonly position: number;
  /**
   * Passages of one group at consecutive positions may become one summary. A passage without a group, such as a tool result, is never merged.
   */
  readonly group?: string | undefined;
  /** Why it stays unchanged, whatever its text is. It can still be the copy that a reference names. */
  readonly skipReason?: string | undefined;
  /**
   * Returns the name of the passage in a reference: one line, the same each time. Called only if there are references.
   *
   * @param isNear whether the reference replaces a near duplicate
   */
  name(isNear: boolean): string;
}

/** A text for a summarizer, and the budget of its summary in UTF-16 units. */
export interface SummarySource {
  readonly text: string;
  readonly budget: number;
}

/** A proposed reduction of a history, not applied yet. */
export interface Reduction {
  readonly kind: 'duplicate' | 'near-duplicate' | 'code-split' | 'summary';
  /** Ascending indices of its passages. The first gets the new text, the others are removed. */
  readonly members: readonly number[];
  /** Index of the copy that a reference names. */
  readonly of?: number;
  /** Texts to summarize, one summary for each; empty for a reference. */
  readonly sources: readonly SummarySource[];
  /** Returns the new text; `undefined` if it is not shorter, in UTF-16 units, than the text it replaces. */
  write(summaries: readonly Summary[]): string | undefined;
}

/** Separates texts that become one, so that lines stay lines. */
export const BLANK_LINE = '\n\n';
