import { gapMarker } from '@palimpsest/core-types';
import { displayWidth, fit, padEnd, wrap } from '../../terminal/columns.ts';
import { counted, figure, percent } from '../../terminal/figures.ts';
import type { Look } from '../../terminal/look.ts';
import { printable, printableText } from '../../terminal/printable.ts';
import { aboutCall } from '../about-call.ts';
import { reasonInWords } from './reason-in-words.ts';
import { valueLook } from './value-look.ts';
import type { Why, WhyEntry, WhyLine, WhyText } from './why.ts';

const INDENT = ' '.repeat(7);

/** What is kept of a conversation, and why, line by line for a terminal. */
export function* drawWhy(why: Why, look: Look): Generator<string> {
  const { colors, marks } = look;
  const { id, strategy, entries, tokens, tokensAfter, tail, reducible } = why;
  const title = [
    strategy,
    `${counted(tokens, 'token')} ${marks.arrow} ${figure(tokensAfter)}`,
    counted(entries, 'entry', 'entries'),
  ].map((text) => ` ${marks.dot} ${text}`);
  yield '';
  yield `  ${colors.bold(printable(id, 60))}${colors.dim(title.join(''))}`;
  yield '';
  if (reducible.length === 0) {
    yield* wrap(idleInWords(why), look.width - 4).map((line) => `  ${line}`);
    yield '';
    return;
  }
  yield* drawLegend(why, look);
  let quiet: (WhyEntry | undefined)[] = [];
  let next = 0;
  for (let index = 0; index < tail; index += 1) {
    const entry = reducible[next]?.index === index ? reducible[next] : undefined;
    if (entry !== undefined) next += 1;
    if (entry === undefined || !isReduced(entry)) {
      quiet.push(entry);
      continue;
    }
    yield* drawQuiet(quiet, index, why, look);
    quiet = [];
    yield* drawEntry(entry, why, look);
  }
  yield* drawQuiet(quiet, tail, why, look);
  const newest = entries - tail;
  const stay =
    newest === 1 ? 'the newest entry stays' : `the newest ${figure(newest)} entries stay`;
  yield `  ${colors.dim(`${numbers(tail, entries - 1, why)}  ${stay} whole`)}`;
  yield '';
}

function idleInWords({ entries, tokens, targetTokens }: Why): string {
  if (entries === 0) return 'There is nothing in it.';
  return tokens <= targetTokens
    ? `Nothing would be left out: the target of ${counted(targetTokens, 'token')} is reached.`
    : 'Nothing would be left out: the newest messages, which stay whole, are all there is.';
}

function drawLegend({ reducible, repairs }: Why, look: Look): string[] {
  const { colors } = look;
  const kept = reducible.reduce((sum, entry) => sum + entry.kept, 0);
  const of = reducible.reduce((sum, entry) => sum + entry.of, 0);
  const share = of === 0 ? '' : ` (${percent(kept / of)})`;
  const mark = (level: Parameters<typeof valueLook>[0]): string => {
    const { mark: drawn, paint } = valueLook(level, look);
    return paint(drawn);
  };
  const text = `Of what may be reduced, ${figure(kept)} of ${counted(of, 'line')} are kept${share}. They are worth`;
  return [
    ...wrap(text, look.width - 4).map((line) => `  ${line}`),
    `  ${mark(4)} most  ${mark(3)} much  ${mark(2)} some  ${mark(1)} little;`,
    `  ${mark(0)} fills the room that was left  ${mark(undefined)} stays in any case`,
    ...(repairs > 0
      ? [`  ${colors.yellow(`Numbers count what is there after ${counted(repairs, 'repair')}.`)}`]
      : []),
    '',
  ];
}

/** Something is kept, and something is not. */
function isReduced({ kept, of }: WhyEntry): boolean {
  return kept > 0 && kept < of;
}

/** One dim line for all entries, one behind the other, of which nothing or everything is kept. */
function* drawQuiet(
  entries: readonly (WhyEntry | undefined)[],
  end: number,
  why: Why,
  look: Look,
): Generator<string> {
  if (entries.length === 0) return;
  const { colors, width, marks } = look;
  const label = numbers(end - entries.length, end - 1, why);
  const gone = entries.filter((entry) => entry !== undefined && entry.of > 0 && entry.kept === 0);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const text = gone.length === 1 ? `nothing kept of ${figure(only.of)}` : 'stays whole';
    const room = width - displayWidth(label) - displayWidth(text) - 14;
    const call = aboutCall(only.tool, only.key, room, marks);
    const about = `${padEnd(only.speaker, 6)}  ${call}`.trimEnd();
    yield `  ${colors.dim(`${label}  ${about}  ${text}`)}`;
    return;
  }
  const many = counted(entries.length, 'entry', 'entries');
  const whole = entries.length - gone.length;
  const text =
    gone.length === 0
      ? whole === 1
        ? '1 entry stays whole'
        : `${many} stay whole`
      : whole === 0
        ? `${many}: nothing kept`
        : `${many}: nothing kept of ${figure(gone.length)}, ${figure(whole)} whole`;
  yield `  ${colors.dim(`${label}  ${text}`)}`;
}

/** `#7`, or `#7-12`, as wide as any single number. */
function numbers(from: number, to: number, { entries }: Why): string {
  const text = from === to ? `#${from}` : `#${from}-${to}`;
  return padEnd(text, String(entries).length + 1);
}

function* drawEntry(entry: WhyEntry, why: Why, look: Look): Generator<string> {
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
  if (lines > 0) yield `${INDENT}  ${colors.dim(gapMarker(lines).replace('…', marks.ellipsis))}`;
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
