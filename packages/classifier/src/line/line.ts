/** The line being read. Offsets are UTF-16 units of the text. */
export interface Line {
  start: number;
  /** First character that is no space. */
  first: number;
  /** Where the item of a list begins behind its bullet or number; `first` in other lines. */
  content: number;
  /** Behind the last character that is no space. */
  last: number;
  /** Classes of the characters. */
  bits: number;
  /** Of those, the ones in long tokens. */
  tokenBits: number;
  specials: number;
  /** The first colon and equals sign, or -1. */
  colonAt: number;
  equalsAt: number;
  /** A parenthesis opens right behind a word, as in a call. */
  hasCall: boolean;
  /** A word starts with `-` or `--`, as options of commands do. */
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
