import { printable } from '../terminal/printable.ts';
import { JsonProblem, skipSpace, skipValue } from './scan-value.ts';

/** A value, or where and why a text is none. */
export type ParsedJson =
  | { readonly value: unknown; readonly problem?: never }
  | { readonly problem: PlacedProblem };

interface PlacedProblem {
  /** From 1, in the text that was given. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** A sentence without its end. */
  readonly reason: string;
}

/** Reads JSON. Where a text is none, the place is found by a scan of our own: engines word and place it differently. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: locate(text, error) };
  }
}

function locate(text: string, cause: unknown): PlacedProblem {
  try {
    const end = skipSpace(text, skipValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new JsonProblem(end, 'nothing more');
  } catch (problem) {
    if (problem instanceof JsonProblem) return place(text, problem);
  }
  return { line: 1, column: 1, reason: printable(String(cause), 120) };
}

function place(text: string, { offset, message }: JsonProblem): PlacedProblem {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  const seen =
    offset >= text.length ? 'the text ends here' : `found ${shown(text.codePointAt(offset)!)}`;
  return {
    line,
    column: offset - start + 1,
    reason: `this is not JSON: expected ${message}, but ${seen}`,
  };
}

function shown(code: number): string {
  const character = printable(String.fromCodePoint(code), 2);
  return character === '' ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : character;
}
