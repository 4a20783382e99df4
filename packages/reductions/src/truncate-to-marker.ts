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

/** Lengths that a text is cut to, one after another, while a target is missed: 0 leaves nothing but a mark (pipeline-origin §5, 39). */
export const TRUNCATION_LENGTHS: readonly number[] = [512, 256, 128, 0];

/** So many UTF-16 units a mark must save, or it is not worth what it takes out. */
const LEAST_GAIN = 60;

/** Whether a mark, or what is left of a text, is shorter than the text by a useful amount. */
export function isUseful(
  shorter: { readonly length: number },
  text: { readonly length: number },
): boolean {
  return shorter.length <= text.length - LEAST_GAIN;
}

/**
 * A text cut to its first `limit` UTF-16 units, as a mark that says how long it was. A summary keeps its beginning as a summary, and what
 * was cut before keeps the length it once had. Any other mark is left alone.
 *
 * @param length of what the text stands for. @default of the text
 * @param start returns a start of a text of at most `limit` UTF-16 units
 * @returns `undefined` where it is no longer than the limit, or would not become shorter
 */
export function truncateToMarker(
  text: string,
  limit: number,
  length: number = text.length,
  start: (text: string, limit: number) => string = truncateText,
): string | undefined {
  // A mark for lines left out says what another would not.
  if (parseGapMarker(text) !== undefined) return undefined;
  const shorter = text.startsWith('[')
    ? shortenMark(text, limit, { length, start })
    : cut(text, limit, { length, start });
  return shorter !== undefined && shorter.length < text.length ? shorter : undefined;
}

interface Shortening {
  readonly length: number;
  readonly start: (text: string, limit: number) => string;
}

function cut(text: string, limit: number, { length, start }: Shortening): string | undefined {
  if (text.length <= limit) return undefined;
  // Half a run of base64 is worth nothing.
  return formatTruncationMarker(length, start(replaceBinaryText(text), limit));
}

const SUMMARY = /^(\[summary(?:#[\w-]+)?: )([^]*)\]$/;
const TRUNCATED = /^\[truncated — (\d{1,15}) chars(?:: ([^]*))?\]$/;

function shortenMark(text: string, limit: number, shortening: Shortening): string | undefined {
  const { length, start } = shortening;
  if (text.length > MARKER_MAX_LENGTH) return cut(text, limit, shortening);
  const [, label = '', summary] = SUMMARY.exec(text) ?? [];
  // A summary is one paragraph: two with code between them are a text like any other.
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
 * UTF-16 units of what a text stands for: a text that was cut knows how long it once was, any other stands for itself; `undefined` for
 * marks that are left alone.
 */
export function parseOriginalLength(text: string): number | undefined {
  if (!isMarker(text)) return text.length;
  const [, known] = TRUNCATED.exec(text) ?? [];
  if (known !== undefined) return Number(known);
  return SUMMARY.test(text) ? text.length : undefined;
}

/** UTF-16 units that a mark without an excerpt says were cut; `undefined` for any other text. */
export function lengthCut(text: string): number | undefined {
  const [, known, excerpt] = TRUNCATED.exec(text) ?? [];
  return known === undefined || excerpt !== undefined ? undefined : Number(known);
}

/** What a reference becomes when the copy it names is cut; any other text stays as it is. */
export function detachReference(text: string): string {
  const mark = parseDuplicateMarker(text);
  return mark === undefined ? text : formatTruncationMarker(mark.length);
}
