import { median } from './median.ts';
import { REFERENCE, UNBOUNDED } from './policies.ts';
import type { Replayed } from './replay.ts';

/**
 * - `inside`: sessions that do not fit uncompressed, and in which every policy but `nothing` stays under the limit
 * - `all`: all that do not fit uncompressed
 * - `fitting`: those that do
 */
export const GROUPS = ['inside', 'all', 'fitting'] as const;
export type Group = (typeof GROUPS)[number];

/** Results of all policies for one session. */
export interface SessionOutcomes {
  readonly id: string;
  /** Whether the whole session is under the limit without compression. */
  readonly fits: boolean;
  readonly outcomes: ReadonlyMap<string, Replayed>;
}

/** A policy with one window and one price table, over a group of sessions. */
export interface ReplayRow {
  readonly window: string;
  readonly prices: string;
  readonly group: Group;
  readonly policy: string;
  readonly sessions: number;
  /** Number of sessions with a request over the limit. */
  readonly outside: number;
  /** In the currency of the prices. */
  readonly bill: number;
  readonly medianBill: number | null;
  /** Tokens of the largest request. */
  readonly peak: number;
  /** Median over sessions. */
  readonly medianPeak: number | null;
  readonly calls: number;
  /** Number of requests that changed a prefix while it was cached. */
  readonly rewrites: number;
  /** Number of values that calls needed. */
  readonly needed: number;
  /** Per cent of them that the request contained, pooled. */
  readonly held: number | null;
  /** Median over the sessions' shares. */
  readonly medianHeld: number | null;
  /** Whether it is the cheapest policy that is never over the limit and keeps at least as many values as threshold masking. */
  readonly isCheapest: boolean;
}

/** Computes a row for each policy. */
export function rowsOf(
  place: Pick<ReplayRow, 'window' | 'prices'>,
  group: Group,
  sessions: readonly SessionOutcomes[],
): ReplayRow[] {
  const members = sessions.filter((session) => isIn(group, session));
  const policies = [...(sessions[0]?.outcomes.keys() ?? [])];
  const rows = policies.map((policy) => {
    const outcomes = members.map((session) => session.outcomes.get(policy)!);
    return { ...place, group, policy, ...summarized(outcomes) };
  });
  const least = rows.find(({ policy }) => policy === REFERENCE)?.held ?? 0;
  const compared = rows.filter(({ outside, held }) => outside === 0 && (held ?? 0) >= least);
  const cheapest = Math.min(...compared.map(({ bill }) => bill));
  return rows.map((row) => ({
    ...row,
    isCheapest: members.length > 0 && compared.includes(row) && row.bill === cheapest,
  }));
}

function isIn(group: Group, { fits, outcomes }: SessionOutcomes): boolean {
  if (group === 'fitting') return fits;
  if (fits) return false;
  return (
    group === 'all' ||
    [...outcomes].every(([policy, { tooLarge }]) => policy === UNBOUNDED || tooLarge === 0)
  );
}

function summarized(
  outcomes: readonly Replayed[],
): Omit<ReplayRow, 'window' | 'prices' | 'group' | 'policy' | 'isCheapest'> {
  const sum = (member: keyof Replayed) =>
    outcomes.reduce((total, outcome) => total + outcome[member], 0);
  const bills = outcomes.map(({ bill }) => bill);
  const peaks = outcomes.map(({ peak }) => peak);
  const asked = outcomes.filter(({ needed }) => needed > 0);
  const shares = asked.map(({ held, needed }) => held / needed);
  return {
    sessions: outcomes.length,
    outside: outcomes.filter(({ tooLarge }) => tooLarge > 0).length,
    bill: rounded(sum('bill'), 4),
    medianBill: rounded(median(bills), 4),
    peak: Math.max(0, ...peaks),
    medianPeak: rounded(median(peaks), 0),
    calls: sum('calls'),
    rewrites: sum('rewrites'),
    needed: sum('needed'),
    held: asked.length === 0 ? null : rounded((sum('held') / sum('needed')) * 100, 2),
    medianHeld: rounded(percent(median(shares)), 2),
  };
}

function percent(share: number | null): number | null {
  return share === null ? null : share * 100;
}

function rounded<Value extends number | null>(value: Value, digits: number): Value {
  return (value === null ? null : Number(value.toFixed(digits))) as Value;
}
