/** Markers for omitted parts of a text: `…21` for 21 lines or JSON fields, `…` for a part of a line. */
import { parseMediaPlaceholder } from './results/media-placeholder.ts';

/** Formats the marker for omitted lines or JSON fields. */
export function formatGapMarker(omitted: number): string {
  return `…${omitted}`;
}

/** Explains gap markers to the model, once per history. It follows one of them. */
export const MARKER_LEGEND = '[Shortened: …3 = 3 lines or fields left out; a #id recalls them]';

/** Returns whether a text contains the legend. Not proof: anyone can type it. */
export function hasMarkerLegend(text: string): boolean {
  return text.includes(MARKER_LEGEND);
}

const GAP_MARKER_LINES = /^(?:#[\da-f]{8}(?:\.\d{1,4})? )?…\d{1,9}$/gm;

/** Returns the lines of a text that are only a gap marker, in order. */
export function findGapMarkers(text: string): readonly string[] {
  return text.match(GAP_MARKER_LINES) ?? [];
}

/** Returns the text with the legend after its first line that is only a gap marker; `undefined` if there is no such line. */
export function withMarkerLegend(text: string): string | undefined {
  const [line] = findGapMarkers(text);
  if (line === undefined) return undefined;
  const end = text.search(GAP_MARKER_LINES) + line.length;
  return `${text.slice(0, end)} ${MARKER_LEGEND}${text.slice(end)}`;
}

/** Maximum length of a gap marker, in UTF-16 units: `#0a1b2c3d.1234 …123456789`, a space and the legend. */
const MAX_GAP_MARKER_LENGTH = 25 + 1 + MARKER_LEGEND.length;
const GAP_MARKER = /^(?:#[\da-f]{8}(?:\.\d{1,4})? )?…(\d{0,9})(?: (\[Shortened: [^\n]+))?$/;

/**
 * Returns the number of lines that a gap marker, with or without legend, claims to replace: 1 for a part of a line, `undefined` for any other
 * text. Not proof: anyone can type one.
 */
export function parseGapMarker(text: string): number | undefined {
  if (text.length > MAX_GAP_MARKER_LENGTH || (text[0] !== '…' && text[0] !== '#')) return undefined;
  const match = GAP_MARKER.exec(text);
  if (match === null || (match[2] ?? MARKER_LEGEND) !== MARKER_LEGEND) return undefined;
  return match[1] === '' ? 1 : Number(match[1]);
}

/** Returns a reduced text with its recall id before it; a media placeholder gets the id inside. */
export function prependRecallId(id: string, text: string): string {
  const placeholder = parseMediaPlaceholder(text);
  if (placeholder !== undefined) {
    return placeholder.recallId === undefined ? `${text.slice(0, -1)}, #${id}]` : text;
  }
  return `#${id}${text.startsWith('…') ? ' ' : '\n'}${text}`;
}

/** The recall id before a reduced text. */
export const RECALL_ID: RegExp = /^#([\da-f]{8}(?:\.\d{1,4})?)(?:\n| (?=…))/;

/** Returns whether a text starts with a recall id. Not proof: anyone can type one. */
export function hasRecallId(text: string): boolean {
  return RECALL_ID.test(text);
}

/** Returns the length of the recall id before a text, in UTF-16 units; 0 without one. */
export function getRecallPrefixLength(text: string): number {
  return RECALL_ID.exec(text)?.[0].length ?? 0;
}
