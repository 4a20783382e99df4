import type { Summary } from '@palimpsest/summarizer';

/** A text for a summarizer, and how long its summary may be, in UTF-16 units. */
export interface SummarySource {
  readonly text: string;
  readonly budget: number;
}

/** Part of what stands there afterwards. */
export interface Paragraph {
  readonly text: string;
  /** It is the fence of this number, from 0 on, of what stood there before, unit for unit. */
  readonly fence?: number;
}

/** One way to make a history smaller. Nothing has happened yet. */
export interface Reduction {
  readonly kind: 'duplicate' | 'near-duplicate' | 'code-split' | 'summary';
  /** Indices of the passages it stands for, ascending. The first one gets the new text, the others go. */
  readonly members: readonly number[];
  /** Index of the copy that a reference names. */
  readonly of?: number;
  /** What is to be summarized, one summary for each; nothing for a reference. */
  readonly sources: readonly SummarySource[];
  /** What stands there afterwards, to be joined by blank lines; `undefined` where it would not be shorter, in UTF-16 units, than what it stands for. */
  write(summaries: readonly Summary[]): readonly Paragraph[] | undefined;
}

/** Paragraphs as one text. */
export function joinParagraphs(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ text }) => text).join(BLANK_LINE);
}

/** Stands between texts that become one; keeps lines lines (pipeline-origin §5, 19). */
export const BLANK_LINE = '\n\n';
