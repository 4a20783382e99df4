import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import type { Fallback } from '../model/model-calls.ts';
import { addCount, addNumbers } from '../sums.ts';
import type { ConversationReport } from './conversation-report.ts';

/** Up to this number, each conversation gets a line. */
export const MAX_LISTED = 30;

/** Sums over all conversations of an input. */
export class Totals {
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
  /** The first fallback. */
  fallback: Fallback | undefined;
  readonly repaired: Map<Repair['kind'], number> = new Map();
  readonly noops: Map<NoopReason, number> = new Map();
  /** Tokens after as a share of tokens before, of each compressed conversation. */
  readonly shares: number[] = [];
  readonly formats: Set<string> = new Set();
  readonly strategies: Set<string> = new Set();

  add(report: ConversationReport): void {
    const { kind, reason, fallback, tokensBefore, tokensAfter, shortfallTokens = 0 } = report;
    const { originalTokens = 0, messagesBefore, messagesAfter, notes = 0, ms, dropped } = report;
    const isFromOriginals = report.startedFrom === 'originals';
    addNumbers(this.sums, {
      conversations: 1,
      applied: kind === 'applied' ? 1 : 0,
      missed: shortfallTokens > 0 ? 1 : 0,
      fallbacks: fallback === undefined ? 0 : 1,
      fromOriginals: isFromOriginals ? 1 : 0,
      originalTokens,
      tokensBefore,
      tokensAfter,
      messagesBefore,
      messagesAfter,
      notes: isFromOriginals ? 0 : notes,
      shortfallTokens,
      ms,
      dropped,
    } satisfies Totals['sums']);
    if (this.reports.length <= MAX_LISTED) this.reports.push(report);
    this.fallback ??= fallback;
    for (const repair of report.repaired) addCount(this.repaired, repair.kind);
    if (kind === 'noop' && reason !== undefined) addCount(this.noops, reason);
    if (kind === 'applied' && tokensBefore > 0) this.shares.push(tokensAfter / tokensBefore);
    this.formats.add(report.format);
    this.strategies.add(report.strategy);
  }
}
