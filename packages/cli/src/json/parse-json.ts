import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { printable } from '../terminal/printable.ts';
import { parseExactJson } from './exact-json.ts';

/** A parsed value, or where and why a text is not JSON. */
export interface ParsedJson {
  readonly value?: unknown;
  readonly problem?: PlacedProblem;
}

interface PlacedProblem {
  /** Counted from 1 in the parsed text. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** What was expected and what was found, without a full stop. */
  readonly reason: string;
}

/** Parses JSON. Another parser finds the place of an error, because each JavaScript engine reports it differently. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: parseExactJson(text) };
  } catch {
    return { problem: findProblem(text) };
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a property name in double quotes',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a comma or }',
  CloseBracketExpected: 'a comma or ]',
  EndOfFileExpected: 'nothing more',
  UnexpectedEndOfString: 'a string that ends in its line',
  InvalidUnicode: 'a string with four hexadecimal digits after each \\u',
  InvalidEscapeCharacter: 'a string with escapes of JSON only',
  InvalidCharacter: 'a string with escapes such as \\n instead of control characters',
};

function findProblem(text: string): PlacedProblem {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // The text is nested deeper than the stack. The errors so far are known.
  }
  const { error, offset, length } = errors[0] ?? { offset: 0, length: 1 };
  const before = text.slice(0, offset).split('\n');
  const expected = (error && EXPECTED[printParseErrorCode(error)]) ?? 'a value';
  const token = printable(text.slice(offset, offset + length), 40);
  const found = offset < text.length ? token || 'a control character' : 'the end of the text';
  const reason = `this is not JSON: expected ${expected}, got ${found}`;
  return { line: before.length, column: before.at(-1)!.length + 1, reason };
}
