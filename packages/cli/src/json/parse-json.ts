import { printable } from '../terminal/printable.ts';
import { JsonProblem, skipSpace, skipValue } from './scan-json.ts';

/** A parsed value, or where and why a text is not JSON. */
export type ParsedJson =
  | { readonly value: unknown; readonly problem?: never }
  | { readonly problem: PlacedProblem };

interface PlacedProblem {
  /** Counted from 1 in the parsed text. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** What was expected and what was found, without a full stop. */
  readonly reason: string;
}

/** Parses JSON. A scan finds the place of an error, because each JavaScript engine reports it differently. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: findProblem(text, error) };
  }
}

function findProblem(text: string, cause: unknown): PlacedProblem {
  try {
    const end = skipSpace(text, skipValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new JsonProblem(end, 'nothing more');
  } catch (problem) {
    if (problem instanceof JsonProblem) return placeProblem(text, problem);
  }
  return { line: 1, column: 1, reason: printable(String(cause), 120) };
}

function placeProblem(text: string, { offset, message }: JsonProblem): PlacedProblem {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  const found = offset >= text.length ? 'the end of the text' : nameCharacter(text, offset);
  const reason = `this is not JSON: expected ${message}, got ${found}`;
  return { line, column: offset - start + 1, reason };
}

function nameCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset)!;
  const character = printable(String.fromCodePoint(code), 2);
  return character === '' ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : character;
}
