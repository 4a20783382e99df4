import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import type { CompressReport } from 'palimpsest';
import type { Fallback } from '../model/model-calls.ts';
import { addCount, addNumbers } from '../sums.ts';

export interface ConversationReport extends CompressReport {
  readonly id: string;
  /** Set if the model failed and another strategy was used. */
  readonly fallback?: Fallback;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Printed members, in this order. */
const KEYS = [
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

export function toJson(report: ConversationReport): object {
  return Object.fromEntries(KEYS.map((key) => [key, report[key]]));
}

/** Up to this number, each conversation gets a line. */
export const MAX_LISTED = 30;

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
  /** The first reports, at most one more than `MAX_LISTED`. */
  readonly reports: ConversationReport[] = [];
  /** The problem of each line that was skipped. */
  readonly skipped: string[] = [];
  fallback: Fallback | undefined;
  readonly repaired: Map<Repair['kind'], number> = new Map();
  readonly noops: Map<NoopReason, number> = new Map();
  /** Tokens after as a share of tokens before, of each compressed conversation. */
  readonly shares: number[] = [];
  readonly formats: Set<string> = new Set();
  readonly strategies: Set<string> = new Set();

  add(report: ConversationReport): void {
    const { sums } = this;
    const { kind, reason, fallback, tokensBefore, tokensAfter, shortfallTokens = 0 } = report;
    const isFromOriginals = report.startedFrom === 'originals';
    addNumbers(sums, isFromOriginals ? { ...report, notes: 0 } : report);
    sums.conversations += 1;
    if (kind === 'applied') sums.applied += 1;
    if (shortfallTokens > 0) sums.missed += 1;
    if (fallback !== undefined) sums.fallbacks += 1;
    if (isFromOriginals) sums.fromOriginals += 1;
    if (this.reports.length <= MAX_LISTED) this.reports.push(report);
    this.fallback ??= fallback;
    for (const repair of report.repaired) addCount(this.repaired, repair.kind);
    if (kind === 'noop' && reason !== undefined) addCount(this.noops, reason);
    if (kind === 'applied' && tokensBefore > 0) this.shares.push(tokensAfter / tokensBefore);
    this.formats.add(report.format);
    this.strategies.add(report.strategy);
  }
}
