import { formatTruncationMarker, isMarker, parseDuplicateMarker } from '@palimpsest/core-types';

/** Minimum saving, in UTF-16 units: for less, removing content is not worth it. */
const MIN_GAIN = 60;

/** Returns whether a marker, or a truncated text, is shorter than the text by a useful amount. */
export function isUseful(
  shorter: { readonly length: number },
  text: { readonly length: number },
): boolean {
  return shorter.length <= text.length - MIN_GAIN;
}

/** Returns the marker that replaces a text, with its original length; `undefined` for another marker, or if that saves too little. */
export function truncateToMarker(text: string): string | undefined {
  const length = parseOriginalLength(text);
  if (length === undefined) return undefined;
  const marker = formatTruncationMarker(length);
  return isUseful(marker, text) ? marker : undefined;
}

const SUMMARY = /^\[summary(?:#[\w-]+)?: [^]*\]$/;
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

/** Returns the truncation marker that replaces a reference to a text that is gone; any other text unchanged. */
export function detachReference(text: string): string {
  const marker = parseDuplicateMarker(text);
  return marker === undefined ? text : formatTruncationMarker(marker.length);
}
