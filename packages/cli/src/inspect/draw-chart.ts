import { displayWidth, fit, padEnd, padStart } from '../terminal/columns.ts';
import { formatNumber, formatPercent } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { drawBar, type TerminalStyle } from '../terminal/style.ts';

export interface ChartRow {
  readonly label: string;
  readonly tokens: number;
  readonly note: string;
}

const MAX_LABEL = 26;
const MAX_BAR = 40;

/** Draws bars under a heading, scaled to the largest one, with tokens and their share of `total`. */
export function drawChart(
  heading: string,
  rows: readonly ChartRow[],
  total: number,
  style: TerminalStyle,
): string[] {
  if (rows.length === 0) return [];
  const { colors, marks, width } = style;
  const labels = rows.map(({ label }) => fit(printable(label, 80), MAX_LABEL, marks.ellipsis));
  const labelWidth = Math.max(14, ...labels.map(displayWidth));
  const numberWidth = Math.max(7, ...rows.map(({ tokens }) => formatNumber(tokens).length));
  const noteWidth = Math.max(0, ...rows.map(({ note }) => displayWidth(note)));
  const room = width - labelWidth - numberWidth - noteWidth - 17;
  const barWidth = Math.max(6, Math.min(MAX_BAR, room));
  const largest = Math.max(1, ...rows.map(({ tokens }) => tokens));
  const lines = rows.map(({ tokens, note }, index) => {
    const bar = colors.cyan(padEnd(drawBar(tokens / largest, barWidth, style), barWidth));
    const share = total === 0 ? '' : formatPercent(tokens / total);
    const numbers = `${padStart(formatNumber(tokens), numberWidth)}${colors.dim(padStart(share, 7))}`;
    return `  ${padEnd(labels[index]!, labelWidth)}  ${bar}  ${numbers}   ${colors.dim(note)}`.trimEnd();
  });
  return [`  ${colors.bold(heading)}`, ...lines, ''];
}
