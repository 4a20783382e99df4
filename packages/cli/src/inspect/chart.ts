import { bar } from '../terminal/bar.ts';
import { displayWidth, fit, padEnd, padStart } from '../terminal/columns.ts';
import { figure, percent } from '../terminal/figures.ts';
import type { Look } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';

/** One bar: what it is, how much, and a note behind it. */
export interface ChartRow {
  readonly label: string;
  readonly tokens: number;
  readonly note: string;
}

const LABEL_WIDTH = 26;
const BAR_WIDTH = 40;

/** Bars under a heading, drawn to the largest, with tokens and their share of `total`. */
export function chart(
  heading: string,
  rows: readonly ChartRow[],
  total: number,
  look: Look,
): string[] {
  if (rows.length === 0) return [];
  const { colors, marks, width } = look;
  const labels = rows.map(({ label }) => fit(printable(label, 80), LABEL_WIDTH, marks.ellipsis));
  const labelWidth = Math.max(14, ...labels.map(displayWidth));
  const figureWidth = Math.max(7, ...rows.map(({ tokens }) => figure(tokens).length));
  const noteWidth = Math.max(0, ...rows.map(({ note }) => displayWidth(note)));
  const room = width - labelWidth - figureWidth - noteWidth - 17;
  const barWidth = Math.max(6, Math.min(BAR_WIDTH, room));
  const largest = Math.max(1, ...rows.map(({ tokens }) => tokens));
  const lines = rows.map(({ tokens, note }, index) => {
    const drawn = padEnd(bar(tokens / largest, barWidth, look), barWidth);
    const share = padStart(total === 0 ? '' : percent(tokens / total), 7);
    const text = `  ${padEnd(labels[index]!, labelWidth)}  ${colors.cyan(drawn)}  ${padStart(figure(tokens), figureWidth)}${colors.dim(share)}`;
    return `${text}   ${colors.dim(note)}`.trimEnd();
  });
  return [`  ${colors.bold(heading)}`, ...lines, ''];
}
