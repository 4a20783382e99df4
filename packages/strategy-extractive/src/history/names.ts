import { findBinaryText, type ToolCallBlock, type ToolTaxonomy } from '@palimpsest/core-types';
import { lineSpans, truncateText } from '@palimpsest/engine/text';

/** Maximum length of a tool name, and of a call's key, in a reference, in UTF-16 units. */
const PART_LENGTH = 80;

/** Returns how a reference names prose: `"Please review the…" below`. The name for a near duplicate includes the length of the copy. */
export function nameProse(text: string, isNear: boolean): string {
  return `${createExcerpt(text)}${isNear ? ` (${text.length} chars)` : ''} below`;
}

/** Returns how a reference names a tool result: `read_file src/a.ts below`. */
export function nameResult(
  text: string,
  isNear: boolean,
  { name, parameters }: ToolCallBlock,
  taxonomy: ToolTaxonomy,
): string {
  const tool = oneLine(name);
  if (tool === '') return nameProse(text, isNear);
  const key = oneLine(taxonomy.describe(name, parameters).key ?? '');
  const what = key === '' ? tool : `${tool} ${key}`;
  return `${what}${isNear ? ` (${text.length} chars)` : ''} below`;
}

function oneLine(text: string): string {
  const start = text
    .slice(0, 4 * PART_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const shown = truncateText(start, PART_LENGTH);
  return shown.length < start.length ? `${shown}…` : start;
}

/** Maximum length of an excerpt, in UTF-16 units: enough to find the text by it. */
const EXCERPT_LENGTH = 50;

/** The part of a text that is searched for its first words, in UTF-16 units. */
const START_LENGTH = 2_000;

/** Returns the first words of a text on one line, in quotes: `"Please review the…"`. Ends before base64, which is never cut. */
export function createExcerpt(text: string): string {
  const start = text.slice(0, START_LENGTH);
  const lines = lineSpans(start).map((span) => start.slice(span.start, span.end).trim());
  const line = lines.find(isIdentifying) ?? lines.find((each) => each !== '');
  if (line === undefined) return '""';
  const [binary] = findBinaryText(line);
  const excerpt = truncateText(line.slice(0, binary?.start), EXCERPT_LENGTH).trimEnd();
  return `"${excerpt}${excerpt.length < line.length ? '…' : ''}"`;
}

/** Returns whether a line identifies its text. A fence does not identify the code in it. */
function isIdentifying(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !/^(?:```|~~~)/.test(line);
}
