/**
 * How strongly a sentence binds: it forbids (`must-not`), obliges (`must`), restricts (`only`), wishes (`should`) or states a standing
 * choice (`prefer`).
 */
export type RequirementLevel = 'must-not' | 'must' | 'only' | 'should' | 'prefer';

/** The words each level is written with in front of a directive, so that it keeps it: `(must not) touch the schema`. */
export const REQUIREMENT_LABELS: Readonly<Record<RequirementLevel, string>> = {
  'must-not': 'must not',
  must: 'must',
  only: 'only',
  should: 'should',
  prefer: 'prefers',
};

/** What a person asked for that still holds after the next step, in the person's own words. */
export interface Directive {
  /** Verbatim, one line, without white space around it. */
  readonly text: string;
  /** UTF-16 units in the text that was read: `text.slice(start, end)` is the directive's `text`. */
  readonly start: number;
  readonly end: number;
  readonly level: RequirementLevel;
}
