import {
  isMarker,
  parseGapMarker,
  MARKER_MAX_LENGTH,
  parseDuplicateMarker,
  replaceBinaryText,
  formatTruncationMarker,
} from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { BLANK_LINE } from './reduction.ts';

/** Lengths to which a text is truncated while the target is missed, in order, in UTF-16 units; 0 leaves only a marker (pipeline-origin §5, 39). */
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
  const shorter = text.startsWith('[')
    ? shortenMarker(text, limit, { length, start })
    : cut(text, limit, { length, start });
  return shorter !== undefined && shorter.length < text.length ? shorter : undefined;
}

interface Shortening {
  readonly length: number;
  readonly start: (text: string, limit: number) => string;
}

function cut(text: string, limit: number, { length, start }: Shortening): string | undefined {
  if (text.length <= limit) return undefined;
  // A part of a base64 run is useless.
  return formatTruncationMarker(length, start(replaceBinaryText(text), limit));
}

const SUMMARY = /^(\[summary(?:#[\w-]+)?: )([^]*)\]$/;
const TRUNCATED = /^\[truncated — (\d{1,15}) chars(?:: ([^]*))?\]$/;

function shortenMarker(text: string, limit: number, shortening: Shortening): string | undefined {
  const { length, start } = shortening;
  if (text.length > MARKER_MAX_LENGTH) return cut(text, limit, shortening);
  const [, label = '', summary] = SUMMARY.exec(text) ?? [];
  // A summary is one paragraph. Two with code between them are ordinary text.
  if (summary?.includes(BLANK_LINE) === true) return cut(text, limit, shortening);
  if (summary !== undefined) {
    if (summary.length <= limit) return undefined;
    return limit === 0 ? formatTruncationMarker(length) : `${label}${start(summary, limit - 1)}…]`;
  }
  const [, known, excerpt = ''] = TRUNCATED.exec(text) ?? [];
  if (known === undefined) return isMarker(text) ? undefined : cut(text, limit, shortening);
  return excerpt.length <= limit
    ? undefined
    : formatTruncationMarker(Number(known), start(excerpt, limit));
}

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
