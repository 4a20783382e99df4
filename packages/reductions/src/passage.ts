import type { FencedPart } from '@palimpsest/text';

/** One text that may become smaller: what a person or a model said in one message, or what one tool answered. */
export interface Passage {
  readonly text: string;
  /** Who said it, in the words of the host, for rules that ask. */
  readonly role: string;
  /** Where its fences are, if somebody knows better than the text. @default as CommonMark reads it */
  readonly parts?: readonly FencedPart[];
  /** Place of its message, ascending. */
  readonly position: number;
  /** Passages of one group at consecutive positions may become one summary. Without a group a passage is never merged: so is what tools answer. */
  readonly group?: string | undefined;
  /** Why it stays as it is, whatever it says. It can still be the copy that a reference names. */
  readonly skipReason?: string | undefined;
  /**
   * How a reader finds it when a reference names it: one line, always the same for the same passage. Only asked where there are references.
   *
   * @param isNear the reference stands for a text that is not quite the same
   */
  name(isNear: boolean): string;
}
