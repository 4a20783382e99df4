import { newLineHistory, type LineHistory } from '../line/line-history.ts';
import { newLine, type Line } from '../line/line.ts';
import { newSqlEvidence, type SqlEvidence } from './sql-evidence.ts';

/** Far before the text: nothing was seen yet. */
export const NEVER = -1_000;

/**
 * What one scan has collected. Fields that end in `Start`, `End` or `At` are offsets in UTF-16 units.
 */
export interface Evidence {
  /** Reasons that are certain or not asked for, one bit each. */
  found: number;
  /** First character of the text that is no white space, or -1. */
  textStart: number;
  readonly line: Line;
  readonly lines: LineHistory;
  readonly sql: SqlEvidence;

  specials: number;
  /** Pairs of CR and LF, which count as one unit. */
  pairedReturns: number;

  /** End of the newest run of letters, digits and `_-+/=` that was looked into. */
  runEnd: number;

  /** End of the newest number; starts of the newest two of three digits. */
  numberEnd: number;
  areaStart: number;
  officeStart: number;
  /** How many numbers the newest one ends, joined by single dots. */
  dotted: number;

  /** Newest character of formulas: `=({<+` or a symbol; and of those that TeX needs: `\^_`. */
  mathSignAt: number;
  texSignAt: number;
  /** What may open a formula: `$`, `$$`, `\(`. */
  dollarAt: number;
  displayAt: number;
  bracketAt: number;
  /** Kinds of symbols that prose has too, one bit each. */
  weakSymbols: number;

  quoteAt: number;
  quotedStart: number;
  quotedEnd: number;

  tagAt: number;
  /** `pairedReturns` where the tag opened. */
  tagReturns: number;
  tagUnits: number;
  closedTags: number;
}

export function newEvidence(found: number): Evidence {
  return {
    found,
    textStart: -1,
    line: newLine(),
    lines: newLineHistory(),
    sql: newSqlEvidence(),
    specials: 0,
    pairedReturns: 0,
    runEnd: 0,
    numberEnd: NEVER,
    areaStart: NEVER,
    officeStart: NEVER,
    dotted: 0,
    mathSignAt: NEVER,
    texSignAt: NEVER,
    dollarAt: NEVER,
    displayAt: NEVER,
    bracketAt: NEVER,
    weakSymbols: 0,
    quoteAt: NEVER,
    quotedStart: NEVER,
    quotedEnd: NEVER,
    tagAt: NEVER,
    tagReturns: 0,
    tagUnits: 0,
    closedTags: 0,
  };
}
