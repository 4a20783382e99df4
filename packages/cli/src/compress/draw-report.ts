import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import { addCount, addNumbers } from '../sums.ts';
import { displayWidth, plainRow, titleRows, wrappedRow } from '../terminal/columns.ts';
import {
  formatChange,
  formatCount,
  formatDuration,
  formatNumber,
  formatStep,
} from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import { drawGauge, type TerminalStyle } from '../terminal/style.ts';
import type { ConversationReport } from './conversation-report.ts';
import { describeDefects, describeDropped, describeNoop } from './describe-changes.ts';

/** Sums over all conversations of an input. */
export class Totals {
  /** The figures of the reports, under their names there, and counts of reports. */
  readonly sums = {
    conversations: 0,
    applied: 0,
    missed: 0,
    fallbacks: 0,
    fromOriginals: 0,
    originalTokens: 0,
    tokensBefore: 0,
    tokensAfter: 0,
    messagesBefore: 0,
    messagesAfter: 0,
    /** Added messages; not counted where a strategy started from the originals, because they may be old. */
    notes: 0,
    shortfallTokens: 0,
    ms: 0,
    dropped: {} as DroppedCounts,
  };
  /** The newest report. */
  last: ConversationReport | undefined;
  /** The problem of each line that was skipped. */
  readonly skipped: string[] = [];
  fallback: ConversationReport['fallback'];
  readonly repaired: Map<Repair['kind'], number> = new Map();
  readonly noops: Map<NoopReason, number> = new Map();
  readonly formats: Set<string> = new Set();
  readonly strategies: Set<string> = new Set();

  add(report: ConversationReport): void {
    const { kind, reason, fallback, shortfallTokens = 0 } = report;
    const isFromOriginals = report.startedFrom === 'originals';
    addNumbers(this.sums, isFromOriginals ? { ...report, notes: 0 } : report);
    addNumbers(this.sums, {
      conversations: 1,
      applied: Number(kind === 'applied'),
      missed: Number(shortfallTokens > 0),
      fallbacks: Number(fallback !== undefined),
      fromOriginals: Number(isFromOriginals),
    });
    this.last = report;
    this.fallback ??= fallback;
    for (const repair of report.repaired) addCount(this.repaired, repair.kind);
    if (kind === 'noop' && reason !== undefined) addCount(this.noops, reason);
    this.formats.add(report.format);
    this.strategies.add(report.strategy);
  }
}

/** Draws the report of one conversation in detail, or the sums of several. */
export function drawReport(name: string, totals: Totals, style: TerminalStyle): string[] {
  const { sums, formats, strategies, fallback, skipped, noops } = totals;
  const only = sums.conversations === 1 && skipped.length === 0 ? totals.last : undefined;
  const count = formatCount(sums.conversations, 'conversation');
  const facts = [...(only === undefined ? [count] : []), ...formats, ...strategies];
  const row = (label: string, text: string | false | undefined): string[] =>
    wrappedRow(label, text, style);
  const countOf = (value: number, end: string): string =>
    only === undefined ? `${formatCount(value, 'conversation')}${end}` : '';
  return [
    ...titleRows(only?.id ?? name, facts, style),
    ...drawSizes(totals, style),
    ...drawTarget(totals, only, style),
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
        ? `${formatNumber(sums.applied)} of ${formatNumber(sums.conversations)}`
        : only.kind === 'noop' && `no: ${describeNoop(only.reason)}`,
    ),
    ...row('changed', describeDropped(sums.dropped).join(' · ')),
    ...row('repaired', describeDefects(totals.repaired, true).join(' · ')),
    ...row(
      'unchanged',
      only === undefined
        ? [...noops].map(([why, n]) => `${formatNumber(n)}: ${describeNoop(why)}`).join(' · ')
        : describeUnchanged(only),
    ),
    ...row('time', formatDuration(sums.ms)),
    ...row('skipped', describeSkipped(skipped)),
    '',
  ];
}

function drawSizes({ sums }: Totals, style: TerminalStyle): string[] {
  const { colors, width } = style;
  const { tokensBefore, tokensAfter, messagesBefore, messagesAfter, notes } = sums;
  const percent = colors.bold(formatChange(tokensBefore, tokensAfter));
  const tokens = plainRow('tokens', `${formatStep(tokensBefore, tokensAfter)}  ${percent}`, style);
  const room = Math.min(40, width - displayWidth(tokens) - 2);
  const gauge =
    room < 8 || tokensBefore === 0 ? '' : drawGauge(tokensAfter / tokensBefore, room, style);
  const added = notes === 0 ? '' : formatCount(notes, 'note added', 'notes added');
  const messages = `${formatStep(messagesBefore, messagesAfter)}  ${added}`;
  return [`${tokens}  ${gauge}`.trimEnd(), plainRow('messages', messages, style)];
}

function drawTarget(
  { sums: { missed, shortfallTokens } }: Totals,
  only: ConversationReport | undefined,
  style: TerminalStyle,
): string[] {
  const { green, yellow } = style.colors;
  const excess = formatNumber(shortfallTokens);
  if (only === undefined) {
    const text = `missed in ${formatCount(missed, 'conversation')}, by ${excess} tokens in total`;
    return missed === 0 ? [] : [plainRow('target', yellow(text), style)];
  }
  const result = missed === 0 ? green('reached') : yellow(`missed by ${excess}`);
  return [
    plainRow('target', `${formatNumber(only.targetTokens)}  ${result}`, style),
    ...wrappedRow('', only.shortfallReason, style),
  ];
}

function describeOverhead(overhead: ConversationReport['overhead']): string {
  const parts = Object.entries(overhead ?? {}).filter(([, tokens]) => tokens > 0);
  const texts = parts.map(([part, tokens]) => `${part} ${formatNumber(tokens)}`);
  return texts.length === 0 ? '' : `${texts.join(', ')}: counted, never changed`;
}

/** Describes how much of the prefix a prompt cache may still hold. */
function describeUnchanged({ firstChangedIndex, messagesBefore }: ConversationReport): string {
  if (firstChangedIndex === undefined) return '';
  if (firstChangedIndex === 0) return 'nothing at the start';
  const first =
    firstChangedIndex === 1 ? 'the first' : `the first ${formatNumber(firstChangedIndex)}`;
  return `${first} of ${formatCount(messagesBefore, 'message')}`;
}

function describeSkipped(problems: readonly string[]): string {
  const [first = ''] = problems;
  const count = formatCount(problems.length, 'unreadable line');
  return problems.length === 0 ? '' : `${count} copied unchanged; ${printable(first, 200)}`;
}
