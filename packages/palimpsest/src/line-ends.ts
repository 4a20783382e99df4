/** Where a line ends, without what ends it, and where the next one begins. */
export interface LineEnd {
  readonly end: number;
  readonly next: number;
}

/** The lines of a text, ended by LF, CRLF, CR, U+2028 or U+2029: one more than it has ends. */
export function lineEnds(text: string): LineEnd[] {
  const ends: LineEnd[] = [];
  for (const { 0: ending, index } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    ends.push({ end: index, next: index + ending.length });
  }
  ends.push({ end: text.length, next: text.length });
  return ends;
}
