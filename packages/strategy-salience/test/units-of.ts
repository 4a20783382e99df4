import type { TextParser } from '../src/reading/create-text-parser.ts';
import {
  type ParsedText,
  TERMS_END,
  END,
  LINE,
  SHAPE,
  START,
  UNIT_SIZE,
} from '../src/reading/parsed-text.ts';

export interface Unit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly shape: number;
  readonly terms: readonly string[];
}

/** The units of a parsed text, decoded. */
export function unitsOf({ source, units, terms, count }: ParsedText, reader: TextParser): Unit[] {
  let from = 0;
  return Array.from({ length: count }, (_, unit) => {
    const field = (name: number): number => units[unit * UNIT_SIZE + name]!;
    const [start, end, to] = [field(START), field(END), field(TERMS_END)];
    const [line, shape] = [field(LINE), field(SHAPE)];
    const own = line < 0 ? [...terms.subarray(from, to)] : reader.vocabulary.termsOfLine(line);
    const names = own.map(reader.vocabulary.text);
    from = to;
    return { text: source.slice(start, end), start, end, line, shape, terms: names };
  });
}

/** The lines of a text. A final line break starts no further line. */
export function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
