import { UsageError } from '../errors.ts';
import type { LongNumbers } from './parse-json.ts';

/** How a JSON text is laid out. */
export interface JsonLayout {
  /** White space before the first member; `undefined` for a text on one line. */
  readonly indent: string | undefined;
  /** Whether each member of the whole is on one line. */
  readonly isFlat: boolean;
  readonly newline: string;
  /** White space after the text. */
  readonly end: string;
}

/** Finds the layout by the first line break, and the value after it. */
export function detectLayout(text: string): JsonLayout {
  const [, newline = '\n', indent, value] = /^\s*[[{](\r?\n)([ \t]*)([[{]\S)?/.exec(text) ?? [];
  const isFlat = value !== undefined || indent === '';
  return { indent, isFlat, newline, end: text.slice(text.trimEnd().length) };
}

/** @throws {UsageError} for a value that is nested deeper than the stack */
export function writeJson(
  value: object,
  { indent, isFlat, newline, end }: JsonLayout,
  numbers?: LongNumbers,
): string {
  try {
    if (indent === undefined) return stringify(value, numbers) + end;
    if (!isFlat) return stringify(value, numbers, indent).replaceAll('\n', newline) + end;
    const isList = Array.isArray(value);
    const members = Object.entries(value).map(
      ([key, member]: [string, unknown]) =>
        indent + (isList ? '' : `${JSON.stringify(key)}:`) + stringify(member, numbers),
    );
    const [open, close] = isList ? '[]' : '{}';
    return [open, members.join(`,${newline}`), close].join(newline) + end;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError('A message is nested too deeply to be written as JSON.', { cause: error });
  }
}

const { rawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown };

/** Returns the JSON text of a value, with the numbers that JavaScript cannot hold as they were written. */
export function stringify(
  value: unknown,
  numbers: LongNumbers | undefined,
  indent?: string,
): string {
  if (numbers === undefined || numbers.size === 0 || rawJSON === undefined) {
    return JSON.stringify(value, undefined, indent);
  }
  const replace = function (this: object, key: string, member: unknown): unknown {
    const written = typeof member === 'number' ? numbers.get(this)?.get(key) : undefined;
    return written === undefined ? member : rawJSON(written);
  };
  return JSON.stringify(value, replace, indent);
}
