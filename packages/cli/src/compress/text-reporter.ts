import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import type { Reporter } from '../rewrite-conversations.ts';
import { median } from '../sums.ts';
import {
  displayWidth,
  fit,
  padEnd,
  padStart,
  plainRow,
  titleRows,
  wrappedRow,
} from '../terminal/columns.ts';
import {
  formatChange,
  formatCount,
  formatDuration,
  formatNumber,
  formatPercent,
  formatStep,
} from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { detectStyle, drawGauge, type TerminalStyle } from '../terminal/style.ts';
import { describeDefects, describeDropped, describeNoop } from './describe-changes.ts';
import { MAX_LISTED, Totals, type ConversationReport } from './conversation-report.ts';

/** Milliseconds between two updates of the progress bar, and before the first: short work needs no bar. */
const INTERVAL = 100;
const DELAY = 400;
const CLEAR = '\r\u{1B}[K';

/** Shows a progress bar while conversations are compressed, and at the end a report. */
export function createTextReporter(
  { name, progress }: Pick<Input, 'name' | 'progress'>,
  { stdout, stderr, env, now }: MainIo,
  writesToStdout: boolean,
): Reporter<ConversationReport> {
  const style = detectStyle(stderr, env);
  const totals = new Totals();
  // A bar would mix with data on the same terminal.
  const hasBar = style.isTerminal && !(writesToStdout && stdout.isTTY === true);
  let next = hasBar ? now() + DELAY : 0;
  let isShown = false;
  const isDue = (): boolean => hasBar && now() >= next;
  const show = (text: string): void => {
    next = now() + INTERVAL;
    isShown = true;
    stderr.write(`${CLEAR}  ${text}`);
  };
  const showProgress = (doing?: string): void => {
    if (!isDue()) return;
    const share = progress();
    const gauge =
      share === undefined ? '' : `${drawGauge(share, 24, style)} ${formatPercent(share)}  `;
    const count = totals.sums.conversations + totals.skipped.length;
    show(gauge + (count === 0 && doing !== undefined ? doing : formatCount(count, 'conversation')));
  };
  const clear = (): void => {
    if (isShown) stderr.write(CLEAR);
  };
  return {
    working(text) {
      if ((hasBar && !isShown) || isDue()) show(text);
    },
    reading: () => showProgress('reading'),
    starting: (messages) => showProgress(`compressing ${formatCount(messages, 'message')}`),
    done(report) {
      totals.add(report);
      showProgress();
    },
    skipped({ problem }) {
      totals.skipped.push(problem);
      showProgress();
    },
    finish() {
      clear();
      stderr.write(`${drawReport(name, totals, style).join('\n')}\n`);
    },
    stop: clear,
  };
}

const MAX_SKIPPED_LISTED = 5;

/** Draws the report of one conversation in detail, or of several with a line each while they are few, and sums. */
function drawReport(name: string, totals: Totals, style: TerminalStyle): string[] {
  const { sums, formats, strategies, fallback, reports, skipped } = totals;
  const only = reports.length === 1 && skipped.length === 0 ? reports[0] : undefined;
  const count = formatCount(sums.conversations, 'conversation');
  const facts = [...(only === undefined ? [count] : []), ...formats, ...strategies];
  const isListed = only === undefined && reports.length > 0 && reports.length <= MAX_LISTED;
  const row = (label: string, text: string | false | undefined): string[] =>
    wrappedRow(label, text, style);
  const list = (texts: readonly string[]): string => texts.join(` ${style.marks.dot} `);
  const countOf = (value: number, end: string): string =>
    only === undefined ? `${formatCount(value, 'conversation')}${end}` : '';
  return [
    ...titleRows(only?.id ?? name, facts, style),
    ...(isListed ? [...reports.map((report) => drawLine(report, style)), ''] : []),
    ...drawSizes(totals, style),
    ...(only === undefined ? drawMissed(totals, style) : drawTarget(only, style)),
    ...row('overhead', describeOverhead(only?.overhead)),
    ...row(
      'fallback',
      fallback &&
        `${countOf(sums.fallbacks, ', ')}because "${fallback.from}" failed: ${printable(fallback.reason, 500)}`,
    ),
    ...row(
      'source',
      sums.fromOriginals > 0 &&
        `${countOf(sums.fromOriginals, ' from ')}the originals, ${formatCount(sums.originalTokens, 'token')}`,
    ),
    ...row(
      'compressed',
      only === undefined
        ? describeShare(totals)
        : only.kind === 'noop' && `no: ${describeNoop(only.reason)}`,
    ),
    ...row('changed', list(describeDropped(sums.dropped))),
    ...row('repaired', list(describeDefects(totals.repaired, true))),
    ...row(
      'unchanged',
      only === undefined
        ? list([...totals.noops].map(([why, n]) => `${formatNumber(n)}: ${describeNoop(why)}`))
        : describeUnchanged(only),
    ),
    ...row('time', formatDuration(sums.ms)),
    ...drawSkipped(skipped, style),
    '',
  ];
}

function drawLine(report: ConversationReport, style: TerminalStyle): string {
  const { colors, marks, width } = style;
  const { tokensBefore, tokensAfter, shortfallTokens = 0 } = report;
  const isWide = width >= 100;
  const idWidth = isWide ? width - 70 : width - 48;
  const id = padEnd(fit(printable(report.id, 80), idWidth, marks.ellipsis), idWidth);
  const [before, after] = [tokensBefore, tokensAfter].map((n) => padStart(formatNumber(n), 11));
  const change = padStart(formatChange(tokensBefore, tokensAfter, marks), 8);
  const line = `  ${id}${before} ${marks.arrow} ${after}${change}`;
  const isUnchanged = report.kind === 'noop' && tokensBefore === tokensAfter;
  const share = tokensBefore === 0 ? 0 : tokensAfter / tokensBefore;
  const gauge = isWide ? `  ${drawGauge(share, 20, style)}` : '';
  const missed = shortfallTokens > 0 ? colors.yellow('missed') : '';
  return `${isUnchanged ? colors.dim(line) : line}${gauge}  ${missed}`.trimEnd();
}

function drawSizes({ sums }: Totals, style: TerminalStyle): string[] {
  const { colors, marks, width } = style;
  const { tokensBefore, tokensAfter, messagesBefore, messagesAfter, notes } = sums;
  const percent = colors.bold(formatChange(tokensBefore, tokensAfter, marks));
  const tokens = plainRow(
    'tokens',
    `${formatStep(tokensBefore, tokensAfter, marks)}  ${percent}`,
    style,
  );
  const room = Math.min(40, width - displayWidth(tokens) - 2);
  const gauge =
    room < 8 || tokensBefore === 0 ? '' : drawGauge(tokensAfter / tokensBefore, room, style);
  const added = notes === 0 ? '' : formatCount(notes, 'note added', 'notes added');
  return [
    `${tokens}  ${gauge}`.trimEnd(),
    plainRow('messages', `${formatStep(messagesBefore, messagesAfter, marks)}  ${added}`, style),
  ];
}

function drawTarget(report: ConversationReport, style: TerminalStyle): string[] {
  const { targetTokens, shortfallTokens = 0, shortfallReason } = report;
  const { green, yellow } = style.colors;
  const result =
    shortfallTokens === 0 ? green('reached') : yellow(`missed by ${formatNumber(shortfallTokens)}`);
  return [
    plainRow('target', `${formatNumber(targetTokens)}  ${result}`, style),
    ...wrappedRow('', shortfallReason, style),
  ];
}

function drawMissed({ sums }: Totals, style: TerminalStyle): string[] {
  if (sums.missed === 0) return [];
  const missed = formatCount(sums.missed, 'conversation');
  const text = `missed in ${missed}, by ${formatCount(sums.shortfallTokens, 'token')} in total`;
  return [plainRow('target', style.colors.yellow(text), style)];
}

function describeOverhead(overhead: ConversationReport['overhead']): string {
  const parts = Object.entries(overhead ?? {}).filter(([, tokens]) => tokens > 0);
  const texts = parts.map(([part, tokens]) => `${part} ${formatNumber(tokens)}`);
  return texts.length === 0 ? '' : `${texts.join(', ')}: counted, never changed`;
}

function describeShare({ sums, shares }: Totals): string {
  const middle = median(shares);
  const typical =
    middle === undefined ? '' : `, the median to ${formatPercent(middle)} of its tokens`;
  return `${formatNumber(sums.applied)} of ${formatNumber(sums.conversations)}${typical}`;
}

/** Describes how much of the prefix a prompt cache may still hold. */
function describeUnchanged({ firstChangedIndex, messagesBefore }: ConversationReport): string {
  if (firstChangedIndex === undefined) return '';
  if (firstChangedIndex === 0) return 'nothing at the start';
  const first =
    firstChangedIndex === 1 ? 'the first' : `the first ${formatNumber(firstChangedIndex)}`;
  return `${first} of ${formatCount(messagesBefore, 'message')}`;
}

function drawSkipped(skipped: readonly string[], style: TerminalStyle): string[] {
  if (skipped.length === 0) return [];
  const text = `${formatCount(skipped.length, 'unreadable line')} copied unchanged`;
  const listed = skipped.slice(0, MAX_SKIPPED_LISTED);
  const more = skipped.length - listed.length;
  return [
    plainRow('skipped', style.colors.yellow(text), style),
    ...listed.map((problem) => plainRow('', printable(problem, style.width - 16), style)),
    ...(more > 0 ? [plainRow('', `and ${formatNumber(more)} more`, style)] : []),
  ];
}
