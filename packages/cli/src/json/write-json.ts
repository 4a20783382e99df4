import { UsageError } from '../errors.ts';
import { formatExactJson, withNumbersOf } from './exact-json.ts';

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
export function writeJson(value: object, { indent, isFlat, newline, end }: JsonLayout): string {
  try {
    if (indent === undefined) return formatExactJson(value) + end;
    if (!isFlat) return formatExactJson(value, indent).replaceAll('\n', newline) + end;
    const isList = Array.isArray(value);
    const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
      const text = formatExactJson(withNumbersOf(value, { [key]: member })).slice(1, -1);
      return indent + (isList ? text.slice(JSON.stringify(key).length + 1) : text);
    });
    const [open, close] = isList ? '[]' : '{}';
    return [open, members.join(`,${newline}`), close].join(newline) + end;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError('A message is nested too deeply to be written as JSON.', { cause: error });
  }
}
