import { formatGapMarker } from '@palimpsest/core-types';
import { displayWidth, fit, padEnd } from '../../terminal/columns.ts';
import { figure } from '../../terminal/figures.ts';
import type { Look } from '../../terminal/look.ts';
import { printable, printableText } from '../../terminal/printable.ts';
import { aboutCall } from '../about-call.ts';
import { numbers } from './numbers.ts';
import { reasonInWords } from './reason-in-words.ts';
import { valueLook } from './value-look.ts';
import type { Why, WhyEntry, WhyLine, WhyText } from './why.ts';

const INDENT = ' '.repeat(7);

/** What an entry is about, and its kept lines between marks for what is left out. */
export function* drawEntry(entry: WhyEntry, why: Why, look: Look): Generator<string> {
  const { colors, marks, width } = look;
  const { index, speaker, tool, key, kept, of, texts } = entry;
  const label = numbers(index, index, why);
  const count = `${figure(kept)} of ${figure(of)}`;
  const room = width - displayWidth(label) - displayWidth(count) - 14;
  const call = aboutCall(tool, key, room, marks);
  const about = call === '' ? speaker : `${padEnd(speaker, 6)}  ${call}`;
  yield `  ${colors.bold(`${label}  ${about}`)}  ${colors.dim(count)}`;
  for (const text of texts) {
    if (text.kept === text.of) continue;
    if (texts.length > 1) {
      const part = text.kept === 0 ? 'nothing kept' : figure(text.kept);
      const name = printable(text.tool ?? text.role, 60);
      yield `${INDENT}${colors.dim(`${name}: ${part} of ${figure(text.of)}`)}`;
    }
    if (text.kept > 0) yield* drawLines(text, look);
  }
}

function* drawLines({ lines, gap }: WhyText, look: Look): Generator<string> {
  for (const line of lines) {
    yield* drawGap(line.gap, look);
    yield* drawLine(line, look);
  }
  yield* drawGap(gap, look);
}

function* drawGap(lines: number, { colors, marks }: Look): Generator<string> {
  if (lines > 0)
    yield `${INDENT}  ${colors.dim(formatGapMarker(lines).replace('…', marks.ellipsis))}`;
}

/** The line, and below it why it is kept. */
function* drawLine(line: WhyLine, look: Look): Generator<string> {
  const { colors, marks, width } = look;
  const { mark, paint } = valueLook(line.level, look);
  const room = width - INDENT.length - 2;
  const text = fit(oneLine(line.text, room), room, marks.ellipsis);
  const dash = marks.ellipsis === '…' ? '—' : '-';
  const reason = fit(printable(reasonInWords(line, dash), room), room, marks.ellipsis);
  // Names stand below each other; what every such line says does not need a line.
  const isShort = line.reason === undefined || line.level === 0;
  const isBeside = isShort && displayWidth(text) + displayWidth(reason) + 3 <= room;
  const beside = isBeside ? `   ${colors.dim(reason)}` : '';
  yield `${INDENT}${paint(mark)} ${paint(text)}${beside}`;
  if (!isBeside) yield `${INDENT}  ${colors.dim(reason)}`;
}

/** With its indentation, and a mark for each character that could control a terminal. */
function oneLine(text: string, room: number): string {
  return printableText(text.slice(0, room * 4))
    .replaceAll('\t', '  ')
    .replaceAll('\n', ' ');
}
