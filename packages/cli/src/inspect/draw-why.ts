import { formatGapMarker } from '@palimpsest/core-types';
import {
  describeReason,
  type ValueLevel,
  type Why,
  type WhyEntry,
  type WhyLine,
} from '@palimpsest/report';
import { sumOf } from '../sums.ts';
import { displayWidth, fit, padEnd, titleRows, wrap } from '../terminal/columns.ts';
import { formatCount, formatNumber, formatPercent } from '../terminal/numbers.ts';
import { printable, printableText } from '../terminal/printable.ts';
import type { TerminalStyle } from '../terminal/style.ts';
import { formatCall } from './describe-entry.ts';

export function* drawWhy(why: Why, style: TerminalStyle): Generator<string> {
  const { id, strategy, entries, tokens, tokensAfter, tail, reducible } = why;
  const change = `${formatCount(tokens, 'token')} ${style.marks.arrow} ${formatNumber(tokensAfter)}`;
  yield* titleRows(id, [strategy, change, formatCount(entries, 'entry', 'entries')], style);
  const paragraph = (text: string): string[] =>
    wrap(text, style.width - 4).map((line) => `  ${line}`);
  if (reducible.length === 0) {
    yield* [...paragraph(explainNothing(why)), ''];
    return;
  }
  yield* paragraph(describeKept(why));
  yield* drawLegend(why, style);
  const byIndex = new Map(reducible.map((entry) => [entry.index, entry]));
  /** Entries in a row that are kept or omitted as a whole; `undefined` for one that is not reducible. */
  let whole: (WhyEntry | undefined)[] = [];
  for (let index = 0; index < tail; index += 1) {
    const entry = byIndex.get(index);
    if (entry === undefined || entry.kept === 0 || entry.kept === entry.of) {
      whole.push(entry);
      continue;
    }
    yield* drawWhole(whole, index, why, style);
    whole = [];
    const counts = `${formatNumber(entry.kept)} of ${formatNumber(entry.of)}`;
    const { bold, dim } = style.colors;
    yield `  ${bold(formatEntry(entry, counts, why, style))}  ${dim(counts)}`;
    yield* drawLines(entry, style);
  }
  yield* drawWhole(whole, tail, why, style);
  const newest = entries - tail;
  const stay =
    newest === 1 ? 'the newest entry stays' : `the newest ${formatNumber(newest)} entries stay`;
  yield `  ${style.colors.dim(`${formatRange(tail, entries - 1, why)}  ${stay} whole`)}`;
  yield '';
}

function explainNothing({ entries, tokens, targetTokens }: Why): string {
  if (entries === 0) return 'The conversation is empty.';
  return tokens <= targetTokens
    ? `Nothing would be omitted: it is under the target of ${formatCount(targetTokens, 'token')}.`
    : 'Nothing would be omitted: there is nothing before the preserved newest messages.';
}

function describeKept({ reducible }: Why): string {
  const kept = sumOf(reducible, (entry) => entry.kept);
  const of = sumOf(reducible, (entry) => entry.of);
  const share = of === 0 ? '' : ` (${formatPercent(kept / of)})`;
  return `Of the reducible lines, ${formatNumber(kept)} of ${formatNumber(of)} are kept${share}. Their value:`;
}

function drawLegend({ repairs }: Why, style: TerminalStyle): string[] {
  const mark = (level: Parameters<typeof drawMark>[0]): string => {
    const { mark: drawn, paint } = drawMark(level, style);
    return paint(drawn);
  };
  const note = `Positions count entries after ${formatCount(repairs, 'repair')}.`;
  return [
    `  ${mark(4)} highest  ${mark(3)} high  ${mark(2)} medium  ${mark(1)} low`,
    `  ${mark(0)} fills the remaining space  ${mark(undefined)} always kept`,
    ...(repairs > 0 ? [`  ${style.colors.yellow(note)}`] : []),
    '',
  ];
}

/** Draws a dim line for entries in a row before `end` that are kept or omitted as a whole. */
function* drawWhole(
  entries: readonly (WhyEntry | undefined)[],
  end: number,
  why: Why,
  style: TerminalStyle,
): Generator<string> {
  if (entries.length === 0) return;
  const [only] = entries;
  const text = describeWhole(entries);
  const start =
    entries.length > 1 || only === undefined
      ? formatRange(end - entries.length, end - 1, why)
      : formatEntry(only, text, why, style);
  yield `  ${style.colors.dim(`${start}  ${text}`)}`;
}

function describeWhole(entries: readonly (WhyEntry | undefined)[]): string {
  const omitted = entries.filter(
    (entry) => entry !== undefined && entry.of > 0 && entry.kept === 0,
  );
  const nothing = omitted.length;
  const whole = entries.length - nothing;
  if (entries.length === 1) {
    return whole === 1 ? 'stays whole' : `nothing kept of ${formatNumber(omitted[0]!.of)}`;
  }
  const many = formatCount(entries.length, 'entry', 'entries');
  if (whole === 0) return `${many}: nothing kept`;
  if (nothing === 0) return `${many} stay whole`;
  return `${many}: nothing kept of ${formatNumber(nothing)}, ${formatNumber(whole)} whole`;
}

/** Formats position, speaker and call of an entry, leaving space for `rest` after it. */
function formatEntry(
  entry: WhyEntry,
  rest: string,
  why: Why,
  { width, marks }: TerminalStyle,
): string {
  const position = formatRange(entry.index, entry.index, why);
  const room = width - displayWidth(position) - displayWidth(rest) - 14;
  const call = formatCall(entry, room, marks.ellipsis);
  return `${position}  ${call === '' ? entry.speaker : `${padEnd(entry.speaker, 6)}  ${call}`}`;
}

/** Formats `#7` or `#7-12`, as wide as any single position. */
function formatRange(from: number, to: number, { entries }: Pick<Why, 'entries'>): string {
  return padEnd(from === to ? `#${from}` : `#${from}-${to}`, String(entries).length + 1);
}

const INDENT = ' '.repeat(7);

function* drawLines({ texts }: WhyEntry, style: TerminalStyle): Generator<string> {
  const { dim } = style.colors;
  for (const { tool, role, kept, of, lines, gap } of texts) {
    if (kept === of) continue;
    if (texts.length > 1) {
      const part = kept === 0 ? 'nothing kept' : formatNumber(kept);
      yield `${INDENT}${dim(`${printable(tool ?? role, 60)}: ${part} of ${formatNumber(of)}`)}`;
    }
    if (kept === 0) continue;
    for (const line of lines) {
      yield* drawGap(line.gap, style);
      yield* drawLine(line, style);
    }
    yield* drawGap(gap, style);
  }
}

function* drawGap(lines: number, { colors, marks }: TerminalStyle): Generator<string> {
  if (lines > 0)
    yield `${INDENT}  ${colors.dim(formatGapMarker(lines).replace('…', marks.ellipsis))}`;
}

/** Draws a line, and its reason beside it if it is short and the same for many lines, else below it. */
function* drawLine(line: WhyLine, style: TerminalStyle): Generator<string> {
  const { colors, marks, width } = style;
  const { mark, paint } = drawMark(line.level, style);
  const room = width - INDENT.length - 2;
  const text = fit(toOneLine(line.text, room), room, marks.ellipsis);
  const reason = fit(printable(describeReason(line, marks.dash), room), room, marks.ellipsis);
  const isGeneral = line.reason === undefined || line.level === 0;
  const isBeside = isGeneral && displayWidth(text) + displayWidth(reason) + 3 <= room;
  yield `${INDENT}${paint(mark)} ${paint(text)}${isBeside ? `   ${colors.dim(reason)}` : ''}`;
  if (!isBeside) yield `${INDENT}  ${colors.dim(reason)}`;
}

/** Keeps the indentation, and replaces characters that could control the terminal. */
function toOneLine(text: string, width: number): string {
  return printableText(text.slice(0, width * 4))
    .replaceAll('\t', '  ')
    .replaceAll('\n', ' ');
}

/** Returns the mark and the color of a level; `undefined` is a line that is always kept. */
function drawMark(
  level: ValueLevel | undefined,
  { colors, marks }: TerminalStyle,
): { readonly mark: string; readonly paint: (text: string) => string } {
  if (level === undefined) return { mark: marks.always, paint: String };
  const paints = [colors.dim, colors.blue, colors.cyan, colors.yellow, colors.green];
  return { mark: marks.levels[level], paint: paints[level]! };
}
