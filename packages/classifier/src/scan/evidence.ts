import { newLineHistory, type LineHistory } from '../line/line-history.ts';
import { newLine, type Line } from '../line/line.ts';
import { newSqlEvidence, type SqlEvidence } from './sql-evidence.ts';

/** An index far before the text: not found yet. */
export const NEVER = -1_000;

/** State of one scan. Fields that end in `Start`, `End` or `At` are offsets in UTF-16 units. */
export interface Evidence {
  /** Reasons that are found or not requested, one bit each. */
  found: number;
  /** First character of the text that is not white space; -1 if there is none. */
  textStart: number;
  readonly line: Line;
  readonly lines: LineHistory;
  readonly sql: SqlEvidence;

  specials: number;
  /** Number of CR LF pairs, each of which counts as one unit. */
  pairedReturns: number;

  /** End of the newest run of letters, digits and `_-+/=` that was read. */
  runEnd: number;

  /** End of the newest number; starts of the newest two numbers with three digits. */
  numberEnd: number;
  areaStart: number;
  officeStart: number;
  /** Length of the chain of numbers joined by single dots that the newest number ends. */
  dotted: number;

  /** Newest character of a formula, one of `=({<+` or a symbol; newest character typical of TeX, one of `\^_`. */
  mathSignAt: number;
  texSignAt: number;
  /** Newest possible starts of a formula: `$`; `$$`; `\(` or `\[`. */
  dollarAt: number;
  displayAt: number;
  bracketAt: number;
  /** Symbols found that also occur in prose, one bit each. */
  weakSymbols: number;

  quoteAt: number;
  quotedStart: number;
  quotedEnd: number;

  tagAt: number;
  /** Value of `pairedReturns` at the start of the tag. */
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
