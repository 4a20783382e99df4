import { stripVTControlCharacters } from 'node:util';

/** Columns a text takes on a terminal, near enough: wide scripts and pictographs take two, marks that combine none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (COMBINING.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

const COMBINING = /^[\p{Mn}\p{Me}\p{Cf}\u{FE00}-\u{FE0F}]$/u;
const WIDE =
  /^[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{A4CF}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]$/u;

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Cuts a plain text to a width, with an ellipsis where something is missing. */
export function fit(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  let shown = '';
  let used = displayWidth(ellipsis);
  for (const character of text) {
    used += displayWidth(character);
    if (used > width) break;
    shown += character;
  }
  return `${shown.trimEnd()}${ellipsis}`;
}

/** The same for a path, whose end says the most. */
export function fitPath(path: string, width: number, ellipsis: string): string {
  if (displayWidth(path) <= width) return path;
  const backwards = Array.from(path).toReversed().join('');
  const mark = Array.from(ellipsis).toReversed().join('');
  return Array.from(fit(backwards, width, mark))
    .toReversed()
    .join('');
}

/** Breaks a plain text into lines of a width, at spaces; never between a number and its percent sign. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ (?!%)/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines;
}
