/** The current line. Offsets are in UTF-16 units of the text. */
export interface Line {
  start: number;
  /** First character that is not a space. */
  first: number;
  /** Start of a list item's content, after its bullet or number; `first` in other lines. */
  content: number;
  /** End of the line without trailing spaces. */
  last: number;
  /** Character classes in the line, one bit each. */
  bits: number;
  /** Character classes in long tokens of the line, which the scan skips. */
  tokenBits: number;
  specials: number;
  /** The first colon and the first equals sign; -1 if there is none. */
  colonAt: number;
  equalsAt: number;
  /** Whether an opening parenthesis directly follows a word, as in a call. */
  hasCall: boolean;
  /** Whether a word starts with `-` or `--`, as command options do. */
  hasOption: boolean;
}

export function newLine(): Line {
  return {
    start: 0,
    first: 0,
    content: 0,
    last: 0,
    bits: 0,
    tokenBits: 0,
    specials: 0,
    colonAt: -1,
    equalsAt: -1,
    hasCall: false,
    hasOption: false,
  };
}
