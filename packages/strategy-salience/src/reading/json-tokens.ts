import { parseGapMarker } from '@palimpsest/core-types';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const HEX = /^[\da-fA-F]{4}$/;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const ESCAPES: ReadonlySet<number> = new Set(
  Array.from('"\\/bfnrtu', (mark) => mark.charCodeAt(0)),
);

/** Returns the index of the next character that is not JSON white space. */
export function skipSpace(source: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = source.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

/** Returns the index after the string at `start`; `undefined` if it is not a JSON string. */
export function stringEnd(source: string, start: number): number | undefined {
  if (source.charCodeAt(start) !== QUOTE) return undefined;
  for (let at = start + 1; at < source.length; at += 1) {
    const unit = source.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) {
      const escaped = source.charCodeAt(at + 1);
      if (!ESCAPES.has(escaped)) return undefined;
      if (escaped === SMALL_U && !HEX.test(source.slice(at + 2, at + 6))) return undefined;
      at += 1;
    } else if (unit < 0x20) return undefined;
  }
  return undefined;
}

/** Returns the index after the colon of a key; `undefined` if there is no key. */
export function keyEnd(source: string, start: number): number | undefined {
  const end = stringEnd(source, start);
  if (end === undefined) return undefined;
  const colon = skipSpace(source, end);
  return source.charCodeAt(colon) === COLON ? colon + 1 : undefined;
}

/** Returns the index after a string, a number, `true`, `false` or `null`; `undefined` if there is none. */
export function plainValueEnd(source: string, start: number): number | undefined {
  if (source.charCodeAt(start) === QUOTE) return stringEnd(source, start);
  LITERAL.lastIndex = start;
  return LITERAL.test(source) ? LITERAL.lastIndex : undefined;
}

/** Name of the member that counts omitted members. */
export const GAP_KEY = '"…"';

const MAX_MARKER_LENGTH = 160;
/** Length of the key with its letter escaped. */
const ESCAPED_KEY = 8;
const HASH = 0x23;
const ELLIPSIS = 0x20_26;
const COUNT = /^\d{1,9}$/;
const HAS_ID = /^"#[\da-f]{8}/;

/** Returns whether the key at `start` is that name. */
export function isGapKey(source: string, start: number): boolean {
  if (source.startsWith(GAP_KEY, start)) return true;
  if (source.charCodeAt(start + 1) !== BACKSLASH) return false;
  const end = stringEnd(source, start) ?? start;
  return end - start === ESCAPED_KEY && JSON.parse(source.slice(start, end)) === '…';
}

/**
 * Returns how many members such a member represents; 1 for a member with another value. After a recall id it may be 0:
 * other texts were shortened.
 */
export function gapCount(source: string, start: number, end: number): number {
  const text = end - start < MAX_MARKER_LENGTH ? source.slice(start, end) : '';
  if (COUNT.test(text)) return Math.max(1, Number(text));
  return (HAS_ID.test(text) ? gapItem(source, start, end) : undefined) ?? 1;
}

/** After at least one member or item. */
const ID_MARKER =
  /,(?:"…":)?"#[\da-f]{8}(?:\.\d{1,4})? …\d{0,9}(?: \[Shortened: [^\n"\]]+\])?"[\]}]$/;

/** Returns the length of the recall id in a JSON text that was compressed earlier. */
export function idMarkerLength(text: string): number {
  return (ID_MARKER.exec(text.slice(-MAX_MARKER_LENGTH))?.[0].length ?? 1) - 1;
}

/** Returns whether a JSON text contains only its count of members or items: `{"…":7}`, `["…7"]`, as `render` writes them. */
export function isOnlyGapMarkers(text: string): boolean {
  if (text.length > MAX_MARKER_LENGTH) return false;
  const members = `{${GAP_KEY}:`;
  if (text.startsWith(members) && text.endsWith('}')) {
    const said = text.slice(members.length, -1);
    return (
      COUNT.test(said) || (HAS_ID.test(said) && parseGapMarker(said.slice(1, -1)) !== undefined)
    );
  }
  return (
    text.startsWith('["') && text.endsWith('"]') && parseGapMarker(text.slice(2, -2)) !== undefined
  );
}

/** Returns how many list items a string represents; `undefined` for any other value. */
export function gapItem(source: string, start: number, end: number): number | undefined {
  if (end - start > MAX_MARKER_LENGTH || source.charCodeAt(start) !== QUOTE) return undefined;
  const first = source.charCodeAt(start + 1);
  if (first !== ELLIPSIS && first !== BACKSLASH && first !== HASH) return undefined;
  const count = parseGapMarker(JSON.parse(source.slice(start, end)) as string);
  return count === undefined ? undefined : Math.max(first === HASH ? 0 : 1, count);
}
