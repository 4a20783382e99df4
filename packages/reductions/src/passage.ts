import type { FencedPart } from '@palimpsest/text';

/** A text that may be reduced: the prose of one message, or one tool result. */
export interface Passage {
  readonly text: string;
  /** Role of its message in the host's terms, for rules that use it. */
  readonly role: string;
  /** Its fences and other parts, if they differ from those in the text. @default as CommonMark parses the text */
  readonly parts?: readonly FencedPart[];
  /** Position of its message, ascending. */
  readonly position: number;
  /** Passages of one group at consecutive positions may become one summary. A passage without a group, such as a tool result, is never merged. */
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
