/** State of the previous lines, to read the next line and to classify the text. Blank lines are not counted. */
export interface LineHistory {
  count: number;
  /** Sum of the line lengths and of their squares, in UTF-16 units. */
  units: number;
  squares: number;
  /** Bounds and special characters of the longest line. */
  longestStart: number;
  longestEnd: number;
  longestSpecials: number;

  /** Whether the previous line was a single word of prose. */
  isPlain: boolean;
  /** Character classes in the previous line, one bit each; 0 after a blank line. */
  previousBits: number;
  previousLast: number;
  /** Whether a list item began and only its own lines and blank lines followed. */
  isInList: boolean;

  indentedRun: number;
  verseRun: number;
  codeRun: number;
  codeLines: number;
  commandRun: number;

  yamlPoints: number;
  yamlLines: number;
  yamlKeyStart: number;
  yamlKeyEnd: number;
  /** Indentation of a key without a value in the previous line; -1 if there is none. */
  yamlParentIndent: number;
}

export function newLineHistory(): LineHistory {
  return {
    count: 0,
    units: 0,
    squares: 0,
    longestStart: 0,
    longestEnd: 0,
    longestSpecials: 0,
    isPlain: false,
    previousBits: 0,
    previousLast: 0,
    isInList: false,
    indentedRun: 0,
    verseRun: 0,
    codeRun: 0,
    codeLines: 0,
    commandRun: 0,
    yamlPoints: 0,
    yamlLines: 0,
    yamlKeyStart: 0,
    yamlKeyEnd: 0,
    yamlParentIndent: -1,
  };
}
