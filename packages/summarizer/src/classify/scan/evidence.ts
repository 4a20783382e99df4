/** An index far before the text: not found yet. */
export const NEVER = -1_000;

/** The current line. Offsets are in UTF-16 units of the text. */
export class Line {
  start = 0;
  /** First character that is not a space. */
  first = 0;
  /** Start of a list item's content, after its bullet or number; `first` in other lines. */
  content = 0;
  /** End of the line without trailing spaces. */
  last = 0;
  /** Character classes in the line, one bit each. */
  bits = 0;
  /** Character classes in long tokens of the line, which the scan skips. */
  tokenBits = 0;
  specials = 0;
  /** The first colon and the first equals sign; -1 if there is none. */
  colonAt = -1;
  equalsAt = -1;
  /** Whether an opening parenthesis directly follows a word, as in a call. */
  hasCall = false;
  /** Whether a word starts with `-` or `--`, as command options do. */
  hasOption = false;
}

/** State of the previous lines, to read the next line and to classify the text. Blank lines are not counted. */
export class LineHistory {
  count = 0;
  /** Sum of the line lengths and of their squares, in UTF-16 units. */
  units = 0;
  squares = 0;
  /** Bounds and special characters of the longest line. */
  longestStart = 0;
  longestEnd = 0;
  longestSpecials = 0;

  /** Whether the previous line was a single word of prose. */
  isPlain = false;
  /** Character classes in the previous line, one bit each; 0 after a blank line. */
  previousBits = 0;
  previousLast = 0;
  /** Whether a list item began and only its own lines and blank lines followed. */
  isInList = false;

  indentedRun = 0;
  verseRun = 0;
  codeRun = 0;
  codeLines = 0;
  commandRun = 0;

  yamlPoints = 0;
  yamlLines = 0;
  yamlKeyStart = 0;
  yamlKeyEnd = 0;
  /** Indentation of a key without a value in the previous line; -1 if there is none. */
  yamlParentIndent = -1;
}

export class SqlEvidence {
  /** The newest keyword in capitals, and its end. */
  previous = '';
  previousEnd = -1;
  /** First keywords, in capitals, of the statements that the paragraph started: `SELECT`, `UPDATE`, and `GRANT` with a privilege. */
  readonly started: string[] = [];
  /** Keywords in capitals: whether there is a strong one and a weak one, and the different counted ones. */
  isStrong = false;
  isWeak = false;
  readonly counted: string[] = [];

  /** The statement that a line started and whose second keyword is still missing. */
  opened: '' | 'select' | 'update' = '';
  /** Whether its columns are `*`. */
  hasStar = false;
  /** Whether a line started a statement, but a sign that prose does not have is still missing. */
  hasShape = false;
  /** Number of lines that look like parts of a definition. */
  parts = 0;
}

/** State of one scan. Fields that end in `Start`, `End` or `At` are offsets in UTF-16 units. */
export class Evidence {
  /** Reasons that need no further search: found ones, and those that are not requested. One bit each. */
  found: number;
  /** First character of the text that is not white space; -1 if there is none. */
  textStart = -1;
  readonly line: Line = new Line();
  readonly lines: LineHistory = new LineHistory();
  readonly sql: SqlEvidence = new SqlEvidence();

  specials = 0;
  /** Number of CR LF pairs, each of which counts as one unit. */
  pairedReturns = 0;

  /** End of the newest run of letters, digits and `_-+/=` that was read. */
  runEnd = 0;

  /** End of the newest number; starts of the newest two numbers with three digits. */
  numberEnd: number = NEVER;
  areaStart: number = NEVER;
  officeStart: number = NEVER;
  /** Length of the chain of numbers joined by single dots that the newest number ends. */
  dotted = 0;

  /** Newest character of a formula, one of `=({<+` or a symbol; newest character typical of TeX, one of `\^_`. */
  mathSignAt: number = NEVER;
  texSignAt: number = NEVER;
  /** Newest possible starts of a formula: `$`; `$$`; `\(` or `\[`. */
  dollarAt: number = NEVER;
  displayAt: number = NEVER;
  bracketAt: number = NEVER;
  /** Symbols found that also occur in prose, one bit each. */
  weakSymbols = 0;

  quoteAt: number = NEVER;
  quotedStart: number = NEVER;
  quotedEnd: number = NEVER;

  tagAt: number = NEVER;
  /** Value of `pairedReturns` at the start of the tag. */
  tagReturns = 0;
  tagUnits = 0;
  closedTags = 0;

  constructor(found: number) {
    this.found = found;
  }
}
