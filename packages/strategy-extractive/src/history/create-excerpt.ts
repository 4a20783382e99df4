import { truncateText, lineSpans } from '@palimpsest/text';

/** Enough of a text to find it by, in UTF-16 units. */
const EXCERPT_LENGTH = 50;

/** Where the first words are looked for, in UTF-16 units. */
const START_LENGTH = 2_000;

/** The first words of a text, in quotes and on one line, as they stand there: `"Please review the…"`. */
export function createExcerpt(text: string): string {
  const start = text.slice(0, START_LENGTH);
  const lines = lineSpans(start).map((span) => start.slice(span.start, span.end).trim());
  const line = lines.find(saysSomething) ?? lines.find((each) => each !== '');
  if (line === undefined) return '""';
  const excerpt = truncateText(line, EXCERPT_LENGTH).trimEnd();
  return `"${excerpt}${excerpt.length < line.length ? '…' : ''}"`;
}

/** A fence with a language is not how a reader knows the code in it again. */
function saysSomething(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !/^(?:```|~~~)/.test(line);
}
