import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import type { Fallback } from '../model/model-calls.ts';
import { addCount, addNumbers } from '../sums.ts';
import type { ConversationReport } from './conversation-report.ts';

/** Sums over all conversations of an input. */
export interface Totals {
  readonly sums: {
    readonly conversations: number;
    readonly applied: number;
    readonly missed: number;
    readonly fallbacks: number;
    readonly fromOriginals: number;
    readonly originalTokens: number;
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly messagesBefore: number;
    readonly messagesAfter: number;
    /** Added messages; not counted where a strategy started from the originals, because they may be old. */
    readonly notes: number;
    readonly shortfallTokens: number;
    readonly ms: number;
    readonly dropped: DroppedCounts;
  };
  /** The first fallback. */
  fallback: Fallback | undefined;
  readonly repaired: Map<Repair['kind'], number>;
  readonly noops: Map<NoopReason, number>;
  /** Tokens after as a share of tokens before, of each compressed conversation. */
  readonly shares: number[];
  readonly formats: Set<string>;
  readonly strategies: Set<string>;
}

export function createTotals(): Totals {
  return {
    sums: {
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
      notes: 0,
      shortfallTokens: 0,
      ms: 0,
      dropped: {},
    },
    fallback: undefined,
    repaired: new Map(),
    noops: new Map(),
    shares: [],
    formats: new Set(),
    strategies: new Set(),
  };
}

export function addReport(totals: Totals, report: ConversationReport): void {
  const { kind, reason, fallback, tokensBefore, tokensAfter, shortfallTokens = 0 } = report;
  const { originalTokens = 0, messagesBefore, messagesAfter, notes = 0, ms, dropped } = report;
  const isFromOriginals = report.startedFrom === 'originals';
  addNumbers(totals.sums, {
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
  totals.fallback ??= fallback;
  for (const repair of report.repaired) addCount(totals.repaired, repair.kind);
  if (kind === 'noop' && reason !== undefined) addCount(totals.noops, reason);
  if (kind === 'applied' && tokensBefore > 0) totals.shares.push(tokensAfter / tokensBefore);
  totals.formats.add(report.format);
  totals.strategies.add(report.strategy);
}
