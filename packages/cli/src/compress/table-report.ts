import type { BadLine } from '../forms/item.ts';
import { gauge } from '../terminal/bar.ts';
import { fit, padEnd, padStart } from '../terminal/columns.ts';
import { change, counted, duration, figure, percent } from '../terminal/figures.ts';
import type { Look } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';
import { plainRow, row } from '../terminal/rows.ts';
import {
  droppedInWords,
  fallbackInWords,
  notesInWords,
  reasonInWords,
  repairedInWords,
} from './changes-in-words.ts';
import type { ConversationReport } from './conversation-report.ts';
import { median, type Totals } from './totals.ts';

/** Up to this many conversations get a line each. */
export const LINES_SHOWN = 30;
/** Up to this many lines that were passed through are named. */
const SKIPPED_SHOWN = 5;

export interface ManyReports {
  readonly name: string;
  readonly totals: Totals;
  /** The first of them, no more than `LINES_SHOWN + 1`. */
  readonly reports: readonly ConversationReport[];
  readonly skipped: readonly BadLine[];
}

/** What became of many conversations: a line each while they are few, and the sums. */
export function tableReport({ name, totals, reports, skipped }: ManyReports, look: Look): string[] {
  const { colors, marks } = look;
  const about = [...totals.formats, ...totals.strategies].join(` ${marks.dot} `);
  const title = `${marks.dot} ${counted(totals.conversations, 'conversation')} ${marks.dot} ${about}`;
  const lines = ['', `  ${colors.bold(printable(name, 60))} ${colors.dim(title)}`, ''];
  if (reports.length <= LINES_SHOWN && reports.length > 0) {
    for (const report of reports) lines.push(reportLine(report, look));
    lines.push('');
  }
  lines.push(...totalRows(totals, look));
  lines.push(...skippedRows(skipped, look), '');
  return lines;
}

function reportLine(report: ConversationReport, look: Look): string {
  const { colors, marks, width } = look;
  const { tokensBefore, tokensAfter, shortfallTokens = 0 } = report;
  const isWide = width >= 100;
  const id = fit(printable(report.id, 80), isWide ? width - 70 : width - 48, marks.ellipsis);
  const share = tokensBefore === 0 ? 0 : tokensAfter / tokensBefore;
  const isIdle = report.kind === 'noop' && tokensBefore === tokensAfter;
  const tokens = `${padStart(figure(tokensBefore), 11)} ${marks.arrow} ${padStart(figure(tokensAfter), 11)}`;
  const saved = padStart(change(tokensBefore, tokensAfter, marks), 8);
  const note = shortfallTokens > 0 ? colors.yellow('missed') : '';
  const track = isWide ? `  ${gauge(share, 20, look)}` : '';
  const line = `  ${padEnd(id, isWide ? width - 70 : width - 48)}${tokens}${saved}`;
  return `${isIdle ? colors.dim(line) : line}${track}  ${note}`.trimEnd();
}

function totalRows(totals: Totals, look: Look): string[] {
  const { colors, marks, width } = look;
  const { tokensBefore, tokensAfter, messagesBefore, messagesAfter, missed } = totals;
  const room = Math.min(40, width - 48);
  const track = room < 8 || tokensBefore === 0 ? '' : gauge(tokensAfter / tokensBefore, room, look);
  const list = (texts: readonly string[]): string => texts.join(` ${marks.dot} `);
  const lines = [
    plainRow(
      'tokens',
      `${figure(tokensBefore)} ${marks.arrow} ${figure(tokensAfter)}  ${colors.bold(change(tokensBefore, tokensAfter, marks))}  ${track}`,
      look,
    ),
    plainRow(
      'messages',
      `${figure(messagesBefore)} ${marks.arrow} ${figure(messagesAfter)}  ${notesInWords(totals.notes)}`.trimEnd(),
      look,
    ),
  ];
  if (totals.fromOriginals > 0) {
    const tokens = counted(totals.originalTokens, 'token');
    const text = `${counted(totals.fromOriginals, 'conversation')} from the originals, of ${tokens}`;
    lines.push(...row('started', text, look));
  }
  if (totals.fallback !== undefined) {
    const text = `${counted(totals.fallbacks, 'conversation')}, ${fallbackInWords(totals.fallback)}`;
    lines.push(...row('fallback', text, look));
  }
  const middle = median(totals.shares);
  const typical = middle === undefined ? '' : `, the median to ${percent(middle)} of its tokens`;
  lines.push(
    ...row(
      'compressed',
      `${figure(totals.applied)} of ${figure(totals.conversations)}${typical}`,
      look,
    ),
  );
  const idle = [...totals.idle].map(
    ([reason, count]) => `${figure(count)}: ${reasonInWords(reason)}`,
  );
  if (idle.length > 0) lines.push(...row('unchanged', list(idle), look));
  if (missed > 0) {
    const text = `missed in ${counted(missed, 'conversation')}, by ${counted(totals.shortfallTokens, 'token')} in all`;
    lines.push(plainRow('target', colors.yellow(text), look));
  }
  const dropped = droppedInWords(totals.dropped);
  if (dropped.length > 0) lines.push(...row('changed', list(dropped), look));
  const repaired = repairedInWords(totals.repaired);
  if (repaired.length > 0) lines.push(...row('repaired', list(repaired), look));
  lines.push(plainRow('time', duration(totals.ms), look));
  return lines;
}

function skippedRows(skipped: readonly BadLine[], look: Look): string[] {
  if (skipped.length === 0) return [];
  const { colors, width } = look;
  const was = skipped.length === 1 ? 'it was' : 'they were';
  const text = `${counted(skipped.length, 'bad line')} passed through as ${was}`;
  const lines = [plainRow('skipped', colors.yellow(text), look)];
  for (const { problem } of skipped.slice(0, SKIPPED_SHOWN)) {
    lines.push(plainRow('', printable(problem, width - 16), look));
  }
  const more = skipped.length - SKIPPED_SHOWN;
  if (more > 0) lines.push(plainRow('', `and ${figure(more)} more`, look));
  return lines;
}
