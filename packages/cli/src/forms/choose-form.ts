import { detectFormat, type FormatName } from '@palimpsest/formats';
import type { Line } from '../input/read-lines.ts';
import { parseJson, type ParsedJson } from '../json/parse-json.ts';
import { isLogFormat } from './log-formats.ts';
import { messagesOf } from './messages-of.ts';

/** How an input is written: one JSON text over many lines, a conversation a line, or a conversation with a record a line. */
export type Form = 'document' | 'lines' | 'log';

/** Lines that are looked at, where the first does not tell the form. */
export const LINES_PEEKED = 20;

/**
 * Tells the form from the first lines that are not blank.
 *
 * @param isAll whether there are no others
 */
export function chooseForm(
  lines: readonly Line[],
  isAll: boolean,
  format: FormatName | undefined,
): Form {
  const values: ParsedJson[] = lines.map(({ text }) => parseJson(text));
  const [first] = values;
  if (first === undefined) return 'document';
  const objects = values.flatMap((parsed) =>
    parsed.problem === undefined && isObject(parsed.value) ? [parsed.value] : [],
  );
  if (first.problem !== undefined) {
    // One text over many lines, unless one of the others is a conversation or a record by itself.
    const isBracket = /^\s*[[{]\s*$/.test(lines[0]!.text);
    const [found] = objects;
    if (isBracket || found === undefined) return 'document';
    if (messagesOf(found) !== undefined) return 'lines';
    return isLogFormat(detectFormat([found])) ? 'log' : 'document';
  }
  if (values.length === 1 && isAll && !isObject(first.value)) return 'document';
  const holdsConversation = messagesOf(first.value) ?? objects.find(messagesOf);
  if (holdsConversation !== undefined || !isObject(first.value)) return 'lines';
  if (format !== undefined || objects.some(isRecord)) return 'log';
  return values.length === 1 && isAll ? 'document' : 'lines';
}

/** Whether a value is a message or a record by itself. */
function isRecord(value: unknown): boolean {
  return detectFormat([value]) !== undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
