import truncateToWidth from 'fast-string-truncated-width';
import { printable } from './printable.ts';
import type { TerminalStyle } from './style.ts';

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  return truncateToWidth(text).width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Truncates a text without colors to a width, and marks the cut with an ellipsis. */
export function fit(text: string, width: number): string {
  const { truncated, index } = truncateToWidth(text, { limit: width, ellipsis: '…' });
  return truncated ? `${text.slice(0, index).trimEnd()}…` : text;
}

/** Truncates a path at its start, because its end says the most. */
export function fitPath(path: string, width: number): string {
  return reverse(fit(reverse(path), width));
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** Breaks a text without colors into lines, at spaces, but never between a number and its percent sign. */
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
  return [...lines, line];
}

const LABEL_WIDTH = 12;

/** Formats a dim label with a wrapped text beside it; nothing without a text. An empty label continues the row above. */
export function wrappedRow(
  label: string,
  text: string | false | undefined,
  style: TerminalStyle,
): string[] {
  if (text === undefined || text === false || text === '') return [];
  const lines = wrap(text, Math.max(20, style.width - LABEL_WIDTH - 4));
  return lines.map((line, index) => singleLineRow(index === 0 ? label : '', line, style));
}

/** Formats a dim label with a text on one line, which may have colors. */
export function singleLineRow(label: string, text: string, { colors }: TerminalStyle): string {
  return `  ${colors.dim(padEnd(label, LABEL_WIDTH))}${text}`.trimEnd();
}

/** Formats a title, and facts beside or below it, with an empty line before and after them. */
export function titleRows(
  title: string,
  facts: readonly string[],
  { colors, width }: TerminalStyle,
): string[] {
  const name = printable(title, width - 4);
  const rest = facts.join(' · ');
  const isShort = rest === '' || displayWidth(`  ${name} · ${rest}`) <= width;
  const beside = isShort && rest !== '' ? colors.dim(` · ${rest}`) : '';
  const below = isShort ? [] : wrap(rest, width - 2).map((line) => `  ${colors.dim(line)}`);
  return ['', `  ${colors.bold(name)}${beside}`, ...below, ''];
}
