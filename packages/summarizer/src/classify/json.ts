const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** Maximum length of a number that is parsed, in UTF-16 units. */
const MAX_NUMBER = 40;

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;

const VALUE_STARTS = '-0123456789"{[tfn';

/**
 * Returns whether a text starts like JSON: an object with a quoted key, or an array of values. Citations (`[1] says …`), wiki links (`[[Home]]
 * is …`) and dates (`[2024-05-01] …`) do not. The text may be truncated.
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

/** Returns whether a value ends here: at a comma before another value, at the end of the array, or at the end of the text. */
function endsValue(text: string, index: number): boolean {
  if (index >= text.length) return true;
  const next = skipWhite(text, index + 1);
  if (text[index] === ',') return next >= text.length || VALUE_STARTS.includes(text[next]!);
  return text[index] === ']' && (next >= text.length || text[next] === ',' || text[next] === ']');
}

/** Returns whether the whole text is a JSON object or array. Never throws, at any nesting depth. */
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

const WHITE_SPACE = /\s*/y;

function skipWhite(text: string, start: number): number {
  WHITE_SPACE.lastIndex = start;
  WHITE_SPACE.test(text);
  return WHITE_SPACE.lastIndex;
}
