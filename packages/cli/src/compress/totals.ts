import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import type { Fallback } from '../model/with-fallback.ts';
import { countRepairs } from './changes-in-words.ts';
import type { ConversationReport } from './conversation-report.ts';

/** Sums over many conversations. */
export interface Totals {
  conversations: number;
  applied: number;
  tokensBefore: number;
  tokensAfter: number;
  messagesBefore: number;
  messagesAfter: number;
  /** Messages added to say what was left out. */
  notes: number;
  missed: number;
  shortfallTokens: number;
  /** Conversations that were compressed from their originals, and the tokens of these. */
  fromOriginals: number;
  originalTokens: number;
  /** Conversations another strategy compressed, as the model failed, and why it did the first time. */
  fallbacks: number;
  fallback: Fallback | undefined;
  ms: number;
  dropped: { -readonly [Kind in keyof DroppedCounts]: number };
  readonly repaired: Map<Repair['kind'], number>;
  readonly idle: Map<NoopReason, number>;
  /** Tokens after as a share of tokens before, of the conversations that changed. */
  readonly shares: number[];
  readonly strategies: Set<string>;
  readonly formats: Set<string>;
}

export function emptyTotals(): Totals {
  return {
    conversations: 0,
    applied: 0,
    tokensBefore: 0,
    tokensAfter: 0,
    messagesBefore: 0,
    messagesAfter: 0,
    notes: 0,
    missed: 0,
    shortfallTokens: 0,
    fromOriginals: 0,
    originalTokens: 0,
    fallbacks: 0,
    fallback: undefined,
    ms: 0,
    dropped: {},
    repaired: new Map(),
    idle: new Map(),
    shares: [],
    strategies: new Set(),
    formats: new Set(),
  };
}

export function addTo(totals: Totals, report: ConversationReport): void {
  totals.conversations += 1;
  totals.tokensBefore += report.tokensBefore;
  totals.tokensAfter += report.tokensAfter;
  totals.messagesBefore += report.messagesBefore;
  totals.messagesAfter += report.messagesAfter;
  if (report.startedFrom === undefined) totals.notes += report.notes ?? 0;
  totals.ms += report.ms;
  totals.strategies.add(report.strategy);
  totals.formats.add(report.format);
  const shortfall = report.shortfallTokens ?? 0;
  if (shortfall > 0) {
    totals.missed += 1;
    totals.shortfallTokens += shortfall;
  }
  if (report.startedFrom === 'originals') {
    totals.fromOriginals += 1;
    totals.originalTokens += report.originalTokens ?? 0;
  }
  for (const kind of Object.keys(report.dropped) as (keyof DroppedCounts)[]) {
    totals.dropped[kind] = (totals.dropped[kind] ?? 0) + (report.dropped[kind] ?? 0);
  }
  if (report.fallback !== undefined) {
    totals.fallbacks += 1;
    totals.fallback ??= report.fallback;
  }
  countRepairs(report.repaired, totals.repaired);
  if (report.kind === 'applied') {
    totals.applied += 1;
    if (report.tokensBefore > 0) totals.shares.push(report.tokensAfter / report.tokensBefore);
  } else if (report.reason !== undefined) {
    totals.idle.set(report.reason, (totals.idle.get(report.reason) ?? 0) + 1);
  }
}

export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}
