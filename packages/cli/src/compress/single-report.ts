import { change, counted, duration, figure } from '../terminal/figures.ts';
import { gauge } from '../terminal/bar.ts';
import type { Look } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';
import { plainRow, row } from '../terminal/rows.ts';
import {
  countRepairs,
  droppedInWords,
  fallbackInWords,
  notesInWords,
  overheadInWords,
  reasonInWords,
  repairedInWords,
} from './changes-in-words.ts';
import type { ConversationReport } from './conversation-report.ts';

/** What became of the only conversation, in some lines. */
export function singleReport(report: ConversationReport, look: Look): string[] {
  const { colors, marks } = look;
  const about = [report.format, report.strategy].map((text) => ` ${marks.dot} ${text}`).join('');
  const lines = [
    '',
    `  ${colors.bold(printable(report.id, 60))}${colors.dim(about)}`,
    '',
    plainRow('tokens', tokensText(report, look), look),
    plainRow('messages', messagesText(report, look), look),
    ...targetRows(report, look),
  ];
  const list = (texts: readonly string[]): string => texts.join(` ${marks.dot} `);
  const dropped = droppedInWords(report.dropped);
  const repaired = repairedInWords(countRepairs(report.repaired));
  const rows: [string, string][] = [];
  const { originalTokens, fallback, overhead } = report;
  if (overhead !== undefined && overhead.system + overhead.tools > 0) {
    rows.push(['overhead', overheadInWords(overhead)]);
  }
  if (fallback !== undefined) rows.push(['fallback', fallbackInWords(fallback)]);
  if (originalTokens !== undefined) {
    rows.push(['started', `from the originals, of ${counted(originalTokens, 'token')}`]);
  }
  if (report.kind === 'noop') rows.push(['compressed', `no: ${reasonInWords(report.reason)}`]);
  if (dropped.length > 0) rows.push(['changed', list(dropped)]);
  if (repaired.length > 0) rows.push(['repaired', list(repaired)]);
  const unchanged = unchangedText(report);
  if (unchanged !== undefined) rows.push(['unchanged', unchanged]);
  rows.push(['time', duration(report.ms)]);
  for (const [label, text] of rows) lines.push(...row(label, text, look));
  lines.push('');
  return lines;
}

function tokensText({ tokensBefore, tokensAfter }: ConversationReport, look: Look): string {
  const { colors, marks, width } = look;
  const text = fromTo(tokensBefore, tokensAfter, look);
  if (tokensBefore === 0) return text;
  const share = tokensAfter / tokensBefore;
  const percent = colors.bold(change(tokensBefore, tokensAfter, marks));
  const room = Math.min(40, width - 44);
  return `${text}  ${percent}  ${room < 8 ? '' : gauge(share, room, look)}`;
}

function messagesText(report: ConversationReport, look: Look): string {
  const { messagesBefore, messagesAfter, startedFrom } = report;
  // Of what it was before earlier compressions, a note is nothing new.
  const added = startedFrom === undefined ? notesInWords(report.notes ?? 0) : '';
  return [fromTo(messagesBefore, messagesAfter, look), ...(added === '' ? [] : [added])].join('  ');
}

function fromTo(before: number, after: number, { marks }: Look): string {
  return before === after ? figure(before) : `${figure(before)} ${marks.arrow} ${figure(after)}`;
}

function targetRows(report: ConversationReport, look: Look): string[] {
  const { targetTokens, shortfallTokens = 0, shortfallReason } = report;
  if (targetTokens === undefined) return [];
  const { colors } = look;
  if (shortfallTokens === 0) {
    return [plainRow('target', `${figure(targetTokens)}  ${colors.green('reached')}`, look)];
  }
  const missed = colors.yellow(`missed by ${figure(shortfallTokens)}`);
  return [
    plainRow('target', `${figure(targetTokens)}  ${missed}`, look),
    ...(shortfallReason === undefined ? [] : row('', shortfallReason, look)),
  ];
}

/** How much of the beginning a prompt cache may still hold. */
function unchangedText({
  firstChangedIndex,
  messagesBefore,
}: ConversationReport): string | undefined {
  if (firstChangedIndex === undefined) return undefined;
  if (firstChangedIndex === 0) return 'nothing at the start';
  const first = firstChangedIndex === 1 ? 'the first' : `the first ${figure(firstChangedIndex)}`;
  return `${first} of ${counted(messagesBefore, 'message')}`;
}
