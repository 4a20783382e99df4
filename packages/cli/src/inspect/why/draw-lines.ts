import { formatGapMarker } from '@palimpsest/core-types';
import { displayWidth, fit } from '../../terminal/columns.ts';
import { formatNumber } from '../../terminal/numbers.ts';
import { printable, printableText } from '../../terminal/printable.ts';
import type { TerminalStyle } from '../../terminal/style.ts';
import type { ValueLevel, WhyEntry, WhyLine } from './why.ts';

const INDENT = ' '.repeat(7);

/** Draws the kept lines of an entry, with gap markers between them. */
export function* drawLines({ texts }: WhyEntry, style: TerminalStyle): Generator<string> {
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
export function drawMark(
  level: ValueLevel | undefined,
  { colors, marks }: TerminalStyle,
): { readonly mark: string; readonly paint: (text: string) => string } {
  if (level === undefined) return { mark: marks.always, paint: String };
  const paints = [colors.dim, colors.blue, colors.cyan, colors.yellow, colors.green];
  return { mark: marks.levels[level], paint: paints[level]! };
}

const SPEAKERS = { user: 'the user', model: 'the model', tool: 'a tool' } as const;

/** Describes why a line is kept: `parseAmount — named by the model, 12 messages ago, in a definition`. */
export function describeReason({ reason, level }: WhyLine, dash: string): string {
  if (reason === undefined) return 'always kept';
  if (level === 0) return 'fills the remaining space';
  const { atom, saidBy, messagesAgo, inDefinition } = reason;
  const speakers = saidBy.map((speaker) => SPEAKERS[speaker]);
  const listed = [speakers.slice(0, -1).join(', '), ...speakers.slice(-1)].filter(Boolean);
  const facts = [
    ...(speakers.length === 0
      ? []
      : [`${atom === undefined ? 'said' : 'named'} by ${listed.join(' and ')}`]),
    messagesAgo === 1 ? 'in the newest message' : `${messagesAgo} messages ago`,
    ...(inDefinition ? ['in a definition'] : []),
  ];
  return `${atom?.text ?? 'the whole line'} ${dash} ${facts.join(', ')}`;
}
