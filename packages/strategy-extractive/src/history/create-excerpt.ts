import { findBinaryText } from '@palimpsest/core-types';
import { truncateText, lineSpans } from '@palimpsest/text';

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
