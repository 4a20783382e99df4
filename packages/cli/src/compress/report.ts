import type { NoopReason, Repair } from '@palimpsest/core-types';
import { isLogFormat } from '@palimpsest/formats';
import type { CompressReport } from 'palimpsest';
import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import type { Fallback } from '../model/model-calls.ts';
import type { Reporter } from '../rewrite-conversations.ts';
import { addCount, addNumbers, sumOf } from '../sums.ts';
import { displayWidth, singleLineRow, titleRows, wrappedRow } from '../terminal/columns.ts';
import {
  formatChange,
  formatCount,
  formatDuration,
  formatNumber,
  formatStep,
} from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { createProgress } from '../terminal/progress.ts';
import { detectStyle, drawGauge, type TerminalStyle } from '../terminal/style.ts';
import { describeDefects, describeDropped, describeNoop } from './describe-changes.ts';

export interface ConversationReport extends CompressReport {
  readonly id: string;
  /** Set if the model failed and another strategy was used. */
  readonly fallback?: Fallback;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Members that are printed as JSON, in this order. */
const JSON_MEMBERS = [
  'id',
  'strategy',
  'fallback',
  'kind',
  'reason',
  'startedFrom',
  'originalTokens',
  'tokensBefore',
  'tokensAfter',
  'messagesBefore',
  'messagesAfter',
  'notes',
  'targetTokens',
  'overhead',
  'shortfallTokens',
  'shortfallReason',
  'irreducible',
  'firstChangedIndex',
  'dropped',
  'repaired',
] as const satisfies readonly (keyof ConversationReport)[];

export function reportAsJson(report: ConversationReport): object {
  return Object.fromEntries(JSON_MEMBERS.map((name) => [name, report[name]]));
}

/** Shows a progress bar while conversations are compressed, and at the end a report. */
export function createTextReporter(
  { name, progress }: Pick<Input, 'name' | 'progress'>,
  io: MainIo,
  writesToStdout: boolean,
): Reporter<ConversationReport> {
  const { stdout, stderr, env } = io;
  const style = detectStyle(stderr, env);
  const reports: ConversationReport[] = [];
  const skipped: string[] = [];
  // A bar would mix with data on the same terminal.
  const hasBar = style.isTerminal && !(writesToStdout && stdout.isTTY === true);
  const bar = createProgress(io, style, hasBar, progress);
  const show = (doing?: string): void =>
    bar.show(doing ?? formatCount(reports.length + skipped.length, 'conversation'));
  return {
    working: show,
    reading: () => show(reports.length === 0 ? 'reading' : undefined),
    done(report) {
      reports.push(report);
      show();
    },
    skipped({ problem }) {
      skipped.push(problem);
      show();
    },
    finish() {
      bar.clear();
      stderr.write(`${drawReport(name, reports, skipped, style).join('\n')}\n`);
    },
    stop: () => bar.clear(),
  };
}

/** Draws the report of one conversation in detail, or the sums of several. */
function drawReport(
  name: string,
  reports: readonly ConversationReport[],
  skipped: readonly string[],
  style: TerminalStyle,
): string[] {
  const only = reports.length === 1 && skipped.length === 0 ? reports[0] : undefined;
  const unique = (key: 'format' | 'strategy'): string[] => [
    ...new Set(reports.map((report) => report[key])),
  ];
  const facts = [
    ...(only === undefined ? [formatCount(reports.length, 'conversation')] : []),
    ...unique('format'),
    ...unique('strategy'),
  ];
  const row = (label: string, text: string | false | undefined): string[] =>
    wrappedRow(label, text, style);
  const dropped = {};
  const repaired = new Map<Repair['kind'], number>();
  for (const report of reports) {
    addNumbers(dropped, report.dropped);
    for (const { kind } of report.repaired) addCount(repaired, kind);
  }
  const [firstSkipped = ''] = skipped;
  return [
    ...titleRows(only?.id ?? name, facts, style),
    drawTokens(reports, style),
    drawMessages(reports, only, style),
    ...drawTarget(reports, only, style),
    ...row('overhead', describeOverhead(only?.overhead)),
    ...row('fallback', describeFallback(reports, only)),
    ...row('source', describeSource(reports, only)),
    ...row('compressed', describeResult(reports, only)),
    ...row('changed', describeDropped(dropped).join(' · ')),
    ...row('repaired', describeDefects(repaired, true).join(' · ')),
    ...row('unchanged', only === undefined ? describeNoops(reports) : describeUnchanged(only)),
    ...row('time', formatDuration(sumOf(reports, ({ ms }) => ms))),
    ...row(
      'skipped',
      skipped.length > 0 &&
        `${formatCount(skipped.length, 'unreadable line')} copied unchanged; ${printable(firstSkipped, 200)}`,
    ),
    '',
  ];
}

type Reports = readonly ConversationReport[];
type Only = ConversationReport | undefined;

function drawTokens(reports: Reports, style: TerminalStyle): string {
  const { colors, width } = style;
  const before = sumOf(reports, ({ tokensBefore }) => tokensBefore);
  const after = sumOf(reports, ({ tokensAfter }) => tokensAfter);
  const percent = colors.bold(formatChange(before, after));
  const tokens = singleLineRow('tokens', `${formatStep(before, after)}  ${percent}`, style);
  const room = Math.min(40, width - displayWidth(tokens) - 2);
  const gauge = room < 8 || before === 0 ? '' : drawGauge(after / before, room, style);
  return `${tokens}  ${gauge}`.trimEnd();
}

function drawMessages(reports: Reports, only: Only, style: TerminalStyle): string {
  const before = sumOf(reports, ({ messagesBefore }) => messagesBefore);
  const after = sumOf(reports, ({ messagesAfter }) => messagesAfter);
  if (only !== undefined && isLogFormat(only.format)) {
    const added = after > before ? `, and ${formatNumber(after - before)} of a compaction` : '';
    return singleLineRow('records', `${formatNumber(before)}${added}`, style);
  }
  // Those of a strategy that started from the originals may be old.
  const notes = sumOf(reports, (report) =>
    report.startedFrom === 'originals' ? 0 : (report.notes ?? 0),
  );
  const added = notes === 0 ? '' : formatCount(notes, 'note added', 'notes added');
  return singleLineRow('messages', `${formatStep(before, after)}  ${added}`, style);
}

function drawTarget(reports: Reports, only: Only, style: TerminalStyle): string[] {
  const { green, yellow } = style.colors;
  const missed = reports.filter(({ shortfallTokens = 0 }) => shortfallTokens > 0);
  const excess = formatNumber(sumOf(missed, ({ shortfallTokens = 0 }) => shortfallTokens));
  if (only === undefined) {
    const text = `missed in ${formatCount(missed.length, 'conversation')}, by ${excess} tokens in total`;
    return missed.length === 0 ? [] : [singleLineRow('target', yellow(text), style)];
  }
  const result = missed.length === 0 ? green('reached') : yellow(`missed by ${excess}`);
  return [
    singleLineRow('target', `${formatNumber(only.targetTokens)}  ${result}`, style),
    ...wrappedRow('', only.shortfallReason, style),
  ];
}

function describeOverhead(overhead: ConversationReport['overhead']): string {
  const parts = Object.entries(overhead ?? {}).filter(([, tokens]) => tokens > 0);
  const texts = parts.map(([part, tokens]) => `${part} ${formatNumber(tokens)}`);
  return texts.length === 0 ? '' : `${texts.join(', ')}: counted, never changed`;
}

function describeFallback(reports: Reports, only: Only): string {
  const failed = reports.flatMap(({ fallback }) => fallback ?? []);
  const [first] = failed;
  if (first === undefined) return '';
  const count = only === undefined ? `${formatCount(failed.length, 'conversation')}, ` : '';
  return `${count}because "${first.from}" failed: ${printable(first.reason, 500)}`;
}

function describeSource(reports: Reports, only: Only): string {
  const restored = reports.filter(({ startedFrom }) => startedFrom === 'originals');
  if (restored.length === 0) return '';
  const count = only === undefined ? `${formatCount(restored.length, 'conversation')} from ` : '';
  const tokens = sumOf(restored, ({ originalTokens = 0 }) => originalTokens);
  return `${count}the originals, ${formatCount(tokens, 'token')}`;
}

function describeResult(reports: Reports, only: Only): string {
  if (only !== undefined) return only.kind === 'noop' ? `no: ${describeNoop(only.reason)}` : '';
  const applied = reports.filter(({ kind }) => kind === 'applied').length;
  return `${formatNumber(applied)} of ${formatNumber(reports.length)}`;
}

function describeNoops(reports: Reports): string {
  const counts = new Map<NoopReason, number>();
  for (const { kind, reason } of reports) {
    if (kind === 'noop' && reason !== undefined) addCount(counts, reason);
  }
  return [...counts]
    .map(([why, count]) => `${formatNumber(count)}: ${describeNoop(why)}`)
    .join(' · ');
}

/** Describes the beginning that stays, and what that means for a prompt cache. */
function describeUnchanged({
  format,
  firstChangedIndex,
  messagesBefore,
}: ConversationReport): string {
  if (firstChangedIndex === undefined) return '';
  if (isLogFormat(format)) return 'all records; the agent goes on from the compaction after them';
  if (firstChangedIndex === 0) return 'no message at the start: a prompt cache begins anew';
  return `up to message ${formatNumber(firstChangedIndex)} of ${formatNumber(messagesBefore)}`;
}
