import { modelSummary } from './policies/model-summary.ts';
import { nothing } from './policies/nothing.ts';
import { ours } from './policies/ours.ts';
import { thresholdMasking } from './policies/threshold-masking.ts';
import type { Policy } from './policy.ts';
import { TABLES, type PriceName } from './price-tables.ts';
import { replayBudget } from './replay-budget.ts';
import { replay, type Replayed } from './replay.ts';
import { untouchedPeak, type ReplaySession } from './turns.ts';

const POLICIES: readonly Policy[] = [nothing, thresholdMasking, ours];

/** Bills of a policy, as shares of what a summary by a model costs in the same session. */
export interface BillRow {
  readonly prices: PriceName;
  readonly policy: string;
  readonly sessions: number;
  /** Of all sessions together. */
  readonly bill: number;
  readonly summaryBill: number;
  /** Quartiles of the shares, and the largest one, in per cent. */
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly largest: number;
  /** Per cent of the sessions that cost less than with a summary, and that cost more than 5 % more. */
  readonly cheaper: number;
  readonly dearer: number;
  /** Per cent of the needed values that requests contained, of all sessions together. */
  readonly held: number;
  /** Ids of sessions that cost more than with a summary. */
  readonly losing: readonly string[];
}

/** Replays the sessions that do not fit a window, and compares the bills of each with those of a summary by a model. */
export async function measureBills(
  sessions: Iterable<ReplaySession>,
  contextLimit: number,
  tables: readonly PriceName[],
): Promise<readonly BillRow[]> {
  const budget = replayBudget(contextLimit);
  const found: { readonly id: string; readonly byTable: ReadonlyMap<string, Replayed> }[] = [];
  for (const session of sessions) {
    if (untouchedPeak(session) <= budget.limit) continue;
    const byTable = new Map<string, Replayed>();
    for (const table of tables) {
      for (const policy of [modelSummary, ...POLICIES]) {
        const setting = { prices: TABLES[table], budget };
        byTable.set(keyOf(table, policy), await replay(session, policy, setting));
      }
    }
    found.push({ id: session.id, byTable });
  }
  return tables.flatMap((table) =>
    POLICIES.map((policy) => {
      const pairs = found.map(({ id, byTable }) => ({
        id,
        own: byTable.get(keyOf(table, policy))!,
        summary: byTable.get(keyOf(table, modelSummary))!,
      }));
      return rowOf(table, policy.name, pairs);
    }),
  );
}

function keyOf(table: PriceName, { name }: Policy): string {
  return `${table} ${name}`;
}

interface Pair {
  readonly id: string;
  readonly own: Replayed;
  readonly summary: Replayed;
}

/** Compares the bills of one policy with those of a summary. */
export function rowOf(prices: PriceName, policy: string, pairs: readonly Pair[]): BillRow {
  const sum = (of: (pair: Pair) => number): number =>
    pairs.reduce((all, pair) => all + of(pair), 0);
  const shares = pairs.map(({ own, summary }) => (100 * own.bill) / summary.bill);
  const sorted = shares.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const shareOf = (is: (share: number) => boolean): number =>
    (100 * shares.filter(is).length) / Math.max(1, shares.length);
  return {
    prices,
    policy,
    sessions: pairs.length,
    bill: sum(({ own }) => own.bill),
    summaryBill: sum(({ summary }) => summary.bill),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    largest: at(1),
    cheaper: shareOf((share) => share < 100),
    dearer: shareOf((share) => share > 105),
    held:
      (100 * sum(({ own }) => own.held)) /
      Math.max(
        1,
        sum(({ own }) => own.needed),
      ),
    losing: pairs.flatMap(({ id }, index) => (shares[index]! > 100 ? [id] : [])),
  };
}
