import { UNBOUNDED } from './policies.ts';
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
  /** Tokens of the largest request. */
  readonly peak: number;
  readonly calls: number;
  /** Number of requests that changed a prefix while it was cached. */
  readonly rewrites: number;
  /** Number of values that calls needed. */
  readonly needed: number;
  /** Per cent of them that the request contained, pooled. */
  readonly held: number | null;
}

/** Computes a row for each policy. */
export function rowsOf(
  place: Pick<ReplayRow, 'window' | 'prices'>,
  group: Group,
  sessions: readonly SessionOutcomes[],
): ReplayRow[] {
  const members = sessions.filter((session) => isIn(group, session));
  const policies = [...(sessions[0]?.outcomes.keys() ?? [])];
  return policies.map((policy) => {
    const outcomes = members.map((session) => session.outcomes.get(policy)!);
    return { ...place, group, policy, ...summarized(outcomes) };
  });
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
): Omit<ReplayRow, 'window' | 'prices' | 'group' | 'policy'> {
  const sum = (member: keyof Replayed) =>
    outcomes.reduce((total, outcome) => total + outcome[member], 0);
  const needed = sum('needed');
  return {
    sessions: outcomes.length,
    outside: outcomes.filter(({ tooLarge }) => tooLarge > 0).length,
    bill: rounded(sum('bill'), 4),
    peak: Math.max(0, ...outcomes.map(({ peak }) => peak)),
    calls: sum('calls'),
    rewrites: sum('rewrites'),
    needed,
    held: needed === 0 ? null : rounded((sum('held') / needed) * 100, 2),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
