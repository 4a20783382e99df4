import { parseMediaPlaceholder } from './results/media-placeholder.ts';

/** Markers for omitted parts of a text: `…21` for 21 lines or JSON fields, `…` for a part of a line. */

/** Formats the marker for omitted lines or JSON fields. */
export function formatGapMarker(left: number): string {
  return `…${left}`;
}

const NOTES = {
  plain: '[Shortened: …3 = 3 lines or fields left out]',
  recall: '[Shortened: …3 = 3 lines or fields left out, recall by #id and lines]',
} as const;

/** Formats the legend that explains gap markers to the model, once per history. It follows one of them. */
export function formatMarkerLegend({
  canRecall = false,
}: { readonly canRecall?: boolean } = {}): string {
  return canRecall ? NOTES.recall : NOTES.plain;
}

/** Returns whether a text contains the legend. Not proof: anyone can type it. */
export function hasGapNote(text: string): boolean {
  return text.includes(NOTES.plain) || text.includes(NOTES.recall);
}

const MARKER_LINES = /^(?:#[\da-f]{8}(?:\.\d{1,4})? )?…\d{1,9}$/gm;

/** Returns the lines of a text that are only a gap marker, in order. */
export function findGapMarkers(text: string): readonly string[] {
  return text.match(MARKER_LINES) ?? [];
}

/**
 * Returns the text with the legend after its first line that is only a gap marker; `undefined` if there is no such line.
 *
 * @param mayExplain returns whether such a line may get the legend; called in order until one may. @default the first one gets it
 */
export function withGapNote(
  text: string,
  note: string,
  mayExplain: (line: string) => boolean = () => true,
): string | undefined {
  for (const { 0: line, index } of text.matchAll(MARKER_LINES)) {
    if (!mayExplain(line)) continue;
    const end = index + line.length;
    return `${text.slice(0, end)} ${note}${text.slice(end)}`;
  }
  return undefined;
}

/** `#0a1b2c3d.1234 …123456789`, a space and the longer legend. */
const MAX_GAP_LENGTH = 25 + 1 + NOTES.recall.length;
const GAP = /^(?:#[\da-f]{8}(?:\.\d{1,4})? )?…(\d{0,9})(?: (\[Shortened: [^\n]+))?$/;

/**
 * Returns how many lines a text that is only a gap marker, with or without legend, claims to replace; 1 for a part of a line, `undefined`
 * for any other text. Not proof: anyone can type one.
 */
export function parseGapMarker(text: string): number | undefined {
  if (text.length > MAX_GAP_LENGTH || (text[0] !== '…' && text[0] !== '#')) return undefined;
  const match = GAP.exec(text);
  const note = match?.[2];
  if (match === null || (note !== undefined && note !== NOTES.plain && note !== NOTES.recall))
    return undefined;
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

const RECALL_ID = /^#[\da-f]{8}(?:\.\d{1,4})?(?:\n| (?=…))/;

/** Returns whether a text starts with a recall id. Not proof: anyone can type one. */
export function hasRecallId(text: string): boolean {
  return RECALL_ID.test(text);
}

/** Returns the length of the recall id before a text, in UTF-16 units; 0 without one. */
export function getRecallPrefixLength(text: string): number {
  return RECALL_ID.exec(text)?.[0].length ?? 0;
}
