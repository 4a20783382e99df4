import { NEWLINE, SPACE, classAt } from './scan/character-class.ts';

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** Longest number that is read, in UTF-16 units. */
const MAX_NUMBER = 40;

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;

/** What a value of an array starts with behind a comma. */
const VALUE_STARTS = '-0123456789"{[tfn';

/**
 * Whether a text starts as JSON does: an object with a quoted key, or an array of something. A citation (`[1] says …`), a wiki link
 * (`[[Home]] is …`) and a date (`[2024-05-01] …`) do not. The text may be cut off.
 */
export function startsAsJson(text: string, start: number): boolean {
  let index = start;
  while (text.charCodeAt(index) === OPEN_BRACKET) index = skipWhite(text, index + 1);
  if (text.charCodeAt(index) === OPEN_BRACE) {
    const inner = text[skipWhite(text, index + 1)];
    return inner === '"' || inner === '}';
  }
  if (index === start) return false;
  if (text[index] === '"') return true;
  if (text[index] === ']') return endsValue(text, index);
  const number = NUMBER.exec(text.slice(index, index + MAX_NUMBER))?.[0];
  return number !== undefined && endsValue(text, skipWhite(text, index + number.length));
}

/** A comma and another value, or the end of the array and what may follow it, or the end of the text. */
function endsValue(text: string, index: number): boolean {
  if (index >= text.length) return true;
  const next = skipWhite(text, index + 1);
  if (text[index] === ',') return next >= text.length || VALUE_STARTS.includes(text[next]!);
  return text[index] === ']' && (next >= text.length || text[next] === ',' || text[next] === ']');
}

/** Whether a text is, as a whole, a JSON object or array. Never throws, however deep it is nested. */
export function isJson(text: string): boolean {
  const trimmed = text.trim();
  const pair = trimmed.charAt(0) + trimmed.charAt(trimmed.length - 1);
  if (pair !== '{}' && pair !== '[]') return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}

function skipWhite(text: string, start: number): number {
  let index = start;
  while (index < text.length && isWhite(classAt(text, index))) index++;
  return index;
}

function isWhite(kind: number): boolean {
  return kind === SPACE || kind === NEWLINE;
}
