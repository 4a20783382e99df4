import { parseGapMarker } from '@palimpsest/core-types';
import { stringEnd } from './json-tokens.ts';

/** Name of the member that counts omitted members. */
export const GAP_KEY = '"…"';

const MAX_MARKER_LENGTH = 160;
/** Length of the key with its letter escaped. */
const ESCAPED_KEY = 8;
const QUOTE = 0x22;
const HASH = 0x23;
const BACKSLASH = 0x5c;
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
