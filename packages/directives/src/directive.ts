/** Strength of a directive: forbids (`must-not`), obliges (`must`), restricts (`only`), wishes (`should`), states a choice (`prefer`). */
export type RequirementLevel = 'must-not' | 'must' | 'only' | 'should' | 'prefer';

/** The label of each level before a restated directive: `(must not) touch the schema`. */
export const REQUIREMENT_LABELS: Readonly<Record<RequirementLevel, string>> = {
  'must-not': 'must not',
  must: 'must',
  only: 'only',
  should: 'should',
  prefer: 'prefers',
};

/** A user constraint that holds beyond the next step. */
export interface Directive {
  /** Verbatim, one line, trimmed. */
  readonly text: string;
  /** Offset in the given text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly level: RequirementLevel;
}
