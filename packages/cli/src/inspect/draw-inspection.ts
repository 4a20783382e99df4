import type { Repair } from '@palimpsest/core-types';
import { describeDefects } from '../compress/describe-changes.ts';
import { isLogFormat } from '@palimpsest/formats';
import { sumOf } from '../sums.ts';
import { displayWidth, fit, fitPath, padEnd, padStart, titleRows } from '../terminal/columns.ts';
import { formatCount, formatNumber, formatPercent } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { drawBar, type TerminalStyle } from '../terminal/style.ts';
import type { InspectedContent, Inspection, Overview, Share } from './inspection.ts';

export function drawInspection(found: Inspection | Overview, style: TerminalStyle): string[] {
  const { messages, entries, tokens } = found;
  const about = `about ${formatCount(tokens, 'token')}`;
  const content = [...drawCharts(found, style), ...drawFindings(found, style)];
  if ('conversations' in found) {
    const { name, formats, conversations, badLines } = found;
    const counts = [
      formatCount(conversations, 'conversation'),
      ...(badLines > 0 ? [formatCount(badLines, 'unreadable line')] : []),
      formatCount(messages, 'message'),
    ];
    return [
      ...titleRows(name, [...formats, ...counts, about], style),
      ...content,
      ...drawLargestConversations(found, style),
      `  ${style.colors.dim('Show one of them: --conversation ID, or its position.')}`,
      '',
    ];
  }
  const counts = [
    formatCount(messages, isLogFormat(found.format) ? 'record' : 'message'),
    ...(entries === messages ? [] : [formatCount(entries, 'entry', 'entries')]),
  ];
  return [
    ...titleRows(found.id, [found.format, ...counts, about], style),
    ...content,
    ...drawLargestEntries(found, style),
  ];
}

const MAX_TOOLS_LISTED = 10;

const BLOCK_NAMES: Readonly<Record<string, string>> = {
  tool_call: 'tool call',
  tool_response: 'tool result',
  opaque: 'other',
};

function drawCharts(content: InspectedContent, style: TerminalStyle): string[] {
  const { entries, tokens, overhead, roles, blocks, tools } = content;
  const draw = (heading: string, rows: readonly ChartRow[]): string[] =>
    drawChart(heading, rows, tokens, style);
  const overheadRows = [
    { label: 'system prompt', tokens: overhead.system, note: 'of the request' },
    { label: 'tool definitions', tokens: overhead.tools, note: 'of the request' },
  ].filter((row) => row.tokens > 0);
  // The fixed cost of each entry, so that the rows add up to the total.
  const perEntry = {
    label: 'framing',
    tokens: tokens - sumOf([...blocks, ...overheadRows], (row) => row.tokens),
    note: `around ${formatCount(entries, 'entry', 'entries')}`,
  };
  const rest = tools.slice(MAX_TOOLS_LISTED);
  const restRow = {
    label: formatCount(rest.length, 'more tool'),
    tokens: sumOf(rest, (tool) => tool.tokens),
    note: '',
  };
  return [
    ...draw('Roles', [...toRows(roles, 'entry', 'entries'), ...overheadRows]),
    ...draw('Kinds of content', [
      ...toRows(blocks, 'block', 'blocks'),
      ...(perEntry.tokens > 0 ? [perEntry] : []),
      ...overheadRows,
    ]),
    ...draw('Tools, with their results', [
      ...tools.slice(0, MAX_TOOLS_LISTED).map(({ name, tokens: own, count, failures }) => ({
        label: name,
        tokens: own,
        note: `${formatCount(count, 'call')}${failures > 0 ? `, ${formatNumber(failures)} failed` : ''}`,
      })),
      ...(rest.length > 0 ? [restRow] : []),
    ]),
  ];
}

function toRows(shares: readonly Share[], singular: string, plural: string): ChartRow[] {
  return shares.map(({ name, tokens, count }) => ({
    label: BLOCK_NAMES[name] ?? name,
    tokens,
    note: formatCount(count, singular, plural),
  }));
}

function drawFindings(content: InspectedContent, { colors }: TerminalStyle): string[] {
  const { tokens, findings, repairs, repeatedIds } = content;
  const rows = [
    ['stale reads', findings.staleReads, 'of files written later'],
    ['repeated files', findings.repeatedInclusions, 'included again later'],
    ['equal results', findings.duplicateResults, 'the same as an earlier one'],
  ] as const;
  const redundant = rows.map(([label, { count, tokens: own }, note]) => {
    const share = own === 0 ? '' : formatPercent(own / Math.max(1, tokens));
    const line = `  ${padEnd(label, 14)}  ${padStart(formatNumber(count), 5)}  ${padStart(formatNumber(own), 11)} tokens${padStart(share, 8)}   ${note}`;
    return count === 0 ? colors.dim(line) : line;
  });
  const counts = Object.entries(repairs) as [Repair['kind'], number][];
  const broken = [
    ...describeDefects(counts, false),
    ...(repeatedIds > 0
      ? [`${formatCount(repeatedIds, 'call', 'calls')} with the id of an earlier call`]
      : []),
  ];
  return [
    `  ${colors.bold('Redundant')}`,
    ...redundant,
    '',
    `  ${colors.bold('Broken')}`,
    ...(broken.length === 0 ? [colors.dim('  nothing')] : []),
    ...broken.map((text) => `  ${colors.yellow(text)}`),
    '',
  ];
}

function drawLargestEntries({ largest }: Inspection, style: TerminalStyle): string[] {
  if (largest.length === 0) return [];
  const { colors, width } = style;
  const indexWidth = Math.max(...largest.map(({ index }) => String(index).length)) + 1;
  const room = width - indexWidth - 27;
  const lines = largest.map((entry) => {
    const { index, role, tokens, text } = entry;
    const call = formatCall(entry, text === '' ? room : Math.floor(room * 0.6));
    const left = room - displayWidth(call) - 2;
    const words = left < 8 ? '' : fit(text, left);
    const about = [call, colors.dim(words)].filter((part) => part !== '').join('  ');
    return `  ${colors.dim(padStart(`#${index}`, indexWidth))}  ${padEnd(role, 9)}  ${padStart(formatNumber(tokens), 8)}  ${about}`.trimEnd();
  });
  return [`  ${colors.bold('Largest entries')}`, ...lines, ''];
}

const MAX_KEY = 120;

/** Formats a call in `width` columns. Truncates a path at its start, anything else at its end. */
function formatCall({ tool, key = '' }: Inspection['largest'][number], width: number): string {
  if (tool === undefined) return '';
  const name = printable(tool, MAX_KEY);
  const subject = printable(key, MAX_KEY);
  const left = width - displayWidth(name) - 1;
  if (subject === '' || left < 8) return fit(`${name} ${subject}`.trimEnd(), width);
  const isPath = /^[^\s]*[/\\][^\s]*$/.test(subject);
  return `${name} ${isPath ? fitPath(subject, left) : fit(subject, left)}`;
}

function drawLargestConversations({ largest, tokens }: Overview, style: TerminalStyle): string[] {
  const indexWidth = Math.max(1, ...largest.map(({ index }) => String(index).length)) + 1;
  const rows = largest.map(({ index, id, messages, tokens: own }) => ({
    label: `${padStart(`#${index}`, indexWidth)} ${fit(printable(id, 80), 22 - indexWidth)}`,
    tokens: own,
    note: formatCount(messages, 'message'),
  }));
  return drawChart('Largest conversations', rows, tokens, style);
}

interface ChartRow {
  readonly label: string;
  readonly tokens: number;
  readonly note: string;
}

const MAX_LABEL = 26;
const MAX_BAR = 40;

/** Draws bars under a heading, scaled to the largest one, with tokens and their share of `total`. */
function drawChart(
  heading: string,
  rows: readonly ChartRow[],
  total: number,
  style: TerminalStyle,
): string[] {
  if (rows.length === 0) return [];
  const { colors, width } = style;
  const labels = rows.map(({ label }) => fit(printable(label, 80), MAX_LABEL));
  const labelWidth = Math.max(14, ...labels.map(displayWidth));
  const numberWidth = Math.max(7, ...rows.map(({ tokens }) => formatNumber(tokens).length));
  const noteWidth = Math.max(0, ...rows.map(({ note }) => displayWidth(note)));
  const room = width - labelWidth - numberWidth - noteWidth - 17;
  const barWidth = Math.max(6, Math.min(MAX_BAR, room));
  const largest = Math.max(1, ...rows.map(({ tokens }) => tokens));
  const lines = rows.map(({ tokens, note }, index) => {
    const bar = colors.cyan(padEnd(drawBar(tokens / largest, barWidth), barWidth));
    const share = total === 0 ? '' : formatPercent(tokens / total);
    const numbers = `${padStart(formatNumber(tokens), numberWidth)}${colors.dim(padStart(share, 7))}`;
    return `  ${padEnd(labels[index]!, labelWidth)}  ${bar}  ${numbers}   ${colors.dim(note)}`.trimEnd();
  });
  return [`  ${colors.bold(heading)}`, ...lines, ''];
}
