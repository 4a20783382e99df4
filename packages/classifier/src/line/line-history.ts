/** What the lines before say about the next one, and about the text. Blank lines are not counted. */
export interface LineHistory {
  count: number;
  /** Sums of the lengths and of their squares, in UTF-16 units. */
  units: number;
  squares: number;
  /** The longest line. */
  longestStart: number;
  longestEnd: number;
  longestSpecials: number;

  /** The line before was one word without a mark. */
  isPlain: boolean;
  /** Classes of the characters of the line before; 0 behind a blank line. */
  previousBits: number;
  previousLast: number;
  /** An item of a list has begun and nothing but its own lines and blank lines came after. */
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
  /** Indentation of a key without a value in the line before, or -1. */
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
