import { parseMediaPlaceholder } from './results/media-placeholder.ts';

/**
 * Marks for what was left out of a text that is still there: `…21` for 21 lines of it, or 21 fields of JSON; `…` for a part of a line.
 */

/** Stands where lines, or fields of JSON, were left out. */
export function formatGapMarker(left: number): string {
  return `…${left}`;
}

const NOTES = {
  plain: '[Shortened: …3 = 3 lines or fields left out]',
  recall: '[Shortened: …3 = 3 lines or fields left out, recall by #id and lines]',
} as const;

/** Tells a model, once, how to read such marks, and whether what was left out can be asked for. It stands behind one of them. */
export function formatMarkerLegend({
  canRecall = false,
}: { readonly canRecall?: boolean } = {}): string {
  return canRecall ? NOTES.recall : NOTES.plain;
}

/** Whether a text holds that explanation. Anybody can type it. */
export function hasGapNote(text: string): boolean {
  return text.includes(NOTES.plain) || text.includes(NOTES.recall);
}

const MARKER_LINES = /^(?:#[\da-f]{8}(?:\.\d{1,4})? )?…\d{1,9}$/gm;

/** Returns the lines of a text that are nothing but a mark, in order. */
export function findGapMarkers(text: string): readonly string[] {
  return text.match(MARKER_LINES) ?? [];
}

/**
 * Returns a text with the explanation behind its first line that is nothing but a mark; `undefined` where there is no such line.
 *
 * @param mayExplain is asked for each such line in order, up to the one that gets the explanation. @default the first gets it
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

/** `#0a1b2c3d.1234 …123456789`, a space and the longer explanation. */
const LONGEST_GAP = 25 + 1 + NOTES.recall.length;
const GAP = /^(?:#[\da-f]{8}(?:\.\d{1,4})? )?…(\d{0,9})(?: (\[Shortened: [^\n]+))?$/;

/**
 * How many lines a text claims to stand for, where it is nothing but such a mark, explained or not; 1 for a part of a line. Anybody can type
 * one.
 */
export function parseGapMarker(text: string): number | undefined {
  if (text.length > LONGEST_GAP || (text[0] !== '…' && text[0] !== '#')) return undefined;
  const match = GAP.exec(text);
  const note = match?.[2];
  if (match === null || (note !== undefined && !isNote(note))) return undefined;
  return match[1] === '' ? 1 : Number(match[1]);
}

/** A reduced text behind the short id by which all of it can be recalled; of a placeholder for media, in it. */
export function prependRecallId(id: string, text: string): string {
  const placeholder = parseMediaPlaceholder(text);
  if (placeholder !== undefined) {
    return placeholder.recallId === undefined ? `${text.slice(0, -1)}, #${id}]` : text;
  }
  return `#${id}${text.startsWith('…') ? ' ' : '\n'}${text}`;
}

const RECALL_ID = /^#[\da-f]{8}(?:\.\d{1,4})?(?:\n| (?=…))/;

/** Whether a text begins with such an id. Anybody can type one. */
export function hasRecallId(text: string): boolean {
  return RECALL_ID.test(text);
}

/** Index behind such an id, where the text itself begins; 0 without one. */
export function getRecallPrefixLength(text: string): number {
  return RECALL_ID.exec(text)?.[0].length ?? 0;
}

function isNote(text: string): boolean {
  return text === NOTES.plain || text === NOTES.recall;
}
