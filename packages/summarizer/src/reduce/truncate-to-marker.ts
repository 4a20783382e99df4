import {
  isMarker,
  parseGapMarker,
  MARKER_MAX_LENGTH,
  parseDuplicateMarker,
  replaceBinaryText,
  formatTruncationMarker,
} from '@palimpsest/core-types';
import { replaceBetweenTags, truncateText } from '@palimpsest/engine/text';
import { BLANK_LINE } from './reduction.ts';

/**
 * Lengths to which a text is truncated while the target is missed, in order, in UTF-16 units; 0 leaves only a marker.
 */
export const TRUNCATION_LENGTHS: readonly number[] = [512, 256, 128, 0];

/** Minimum saving, in UTF-16 units: for less, removing content is not worth it. */
const MIN_GAIN = 60;

/** Returns whether a marker, or a truncated text, is shorter than the text by a useful amount. */
export function isUseful(
  shorter: { readonly length: number },
  text: { readonly length: number },
): boolean {
  return shorter.length <= text.length - MIN_GAIN;
}

/**
 * Truncates a text to its first `limit` UTF-16 units, as a marker with its original length. A summary stays a summary unless `limit` is 0, and
 * a truncated text keeps its original length. Other markers are not truncated.
 *
 * @param length original length that the text represents. @default its own length
 * @param start returns a start of a text of at most `limit` UTF-16 units
 * @returns `undefined` if the text is within the limit, would not become shorter, or is another marker
 */
export function truncateToMarker(
  text: string,
  limit: number,
  length: number = text.length,
  start: (text: string, limit: number) => string = truncateText,
): string | undefined {
  // A gap marker contains more than a truncation marker would.
  if (parseGapMarker(text) !== undefined) return undefined;
  const marker = text.startsWith('[') && text.length <= MARKER_MAX_LENGTH ? text : '';
  const [, label = '', summary] = SUMMARY.exec(marker) ?? [];
  const [, known, excerpt = ''] = TRUNCATED.exec(marker) ?? [];
  let content = text;
  // A summary is one paragraph. Two with code between them are ordinary text.
  if (summary !== undefined && !summary.includes(BLANK_LINE)) content = summary;
  else if (known !== undefined) content = excerpt;
  else if (summary === undefined && isMarker(marker)) return undefined;
  if (content.length <= limit) return undefined;
  let shorter: string;
  /** A tag pair around the content stays around its beginning. */
  const startOf = (whole: string, sign = ''): string =>
    replaceBetweenTags(whole, (inner, tagLength) => {
      const room = limit - sign.length - tagLength;
      return room > 0 ? start(inner, room) + sign : '';
    });
  if (content === summary && startOf(summary) !== '') shorter = `${label}${startOf(summary, '…')}]`;
  else {
    // A part of a base64 run is useless.
    const shown = startOf(content === text ? replaceBinaryText(text) : content);
    shorter = formatTruncationMarker(known === undefined ? length : Number(known), shown);
  }
  return shorter.length < text.length ? shorter : undefined;
}

const SUMMARY = /^(\[summary(?:#[\w-]+)?: )([^]*)\]$/;
const TRUNCATED = /^\[truncated — (\d{1,15}) chars(?:: ([^]*))?\]$/;

/**
 * Returns the original length that a text represents, in UTF-16 units: of a truncated text the length in its marker, else the text's own
 * length; `undefined` for markers that are not truncated.
 */
export function parseOriginalLength(text: string): number | undefined {
  if (!isMarker(text)) return text.length;
  const [, known] = TRUNCATED.exec(text) ?? [];
  if (known !== undefined) return Number(known);
  return SUMMARY.test(text) ? text.length : undefined;
}

/** Returns the removed UTF-16 units that a truncation marker without an excerpt names; `undefined` for any other text. */
export function lengthCut(text: string): number | undefined {
  const [, known, excerpt] = TRUNCATED.exec(text) ?? [];
  return known === undefined || excerpt !== undefined ? undefined : Number(known);
}

/** Returns the truncation marker that replaces a reference when its copy is reduced; any other text unchanged. */
export function detachReference(text: string): string {
  const marker = parseDuplicateMarker(text);
  return marker === undefined ? text : formatTruncationMarker(marker.length);
}
