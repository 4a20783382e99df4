import { PRICES } from '@palimpsest/orchestrator';
import { nothing, POLICIES } from './policies.ts';
import { replay, type Replayed } from './replay.ts';
import { replayBudget, replaySessions, WINDOWS } from './replay-corpus.ts';
import { untouchedPeak } from './turns.ts';

/**
 * Groups of sessions: those that do not fit, and in which every policy but `nothing` stays inside the window; all that do not fit; those that fit
 * untouched.
 */
const GROUPS = ['inside', 'all', 'fitting'] as const;
export type Group = (typeof GROUPS)[number];

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
  /** Per cent of the values that calls needed which the request contained, pooled. */
  readonly held: number | null;
}

/** Results of all policies for one session. */
interface SessionOutcomes {
  /** Whether the whole session is under the limit without compression. */
  readonly fits: boolean;
  readonly outcomes: ReadonlyMap<string, Replayed>;
}

/** Measures the cost of sessions and the values they keep, per policy. */
export async function replayReport(): Promise<object> {
  const budgets = Object.entries(WINDOWS).map(([name, contextLimit]) => {
    const { limit } = replayBudget(contextLimit);
    return [name, { limit }];
  });
  const prices = Object.entries(PRICES).map(([name, { model, asOf }]) => [name, { model, asOf }]);
  return {
    figures: {
      budgets: Object.fromEntries(budgets),
      prices: Object.fromEntries(prices),
      rows: await measureReplay(),
    },
  };
}

/** Replays every recorded session with every policy, window and price table. Only one session is in memory at a time. */
async function measureReplay(): Promise<ReplayRow[]> {
  const places = Object.entries(WINDOWS).flatMap(([window, contextLimit]) =>
    Object.entries(PRICES).map(([name, prices]) => ({
      names: { window, prices: name },
      setting: { prices, budget: replayBudget(contextLimit) },
      found: [] as SessionOutcomes[],
    })),
  );
  for (const session of replaySessions()) {
    const peak = untouchedPeak(session);
    for (const { setting, found } of places) {
      const outcomes = new Map<string, Replayed>();
      for (const policy of POLICIES) {
        outcomes.set(policy.name, await replay(session, policy, setting));
      }
      found.push({ fits: peak <= setting.budget.limit, outcomes });
    }
  }
  return GROUPS.flatMap((group) =>
    places.flatMap(({ names, found }) => {
      const members = found.filter((session) => isIn(group, session));
      return POLICIES.map(({ name }) => ({
        ...names,
        group,
        policy: name,
        ...summarized(members.map(({ outcomes }) => outcomes.get(name)!)),
      }));
    }),
  );
}

function isIn(group: Group, { fits, outcomes }: SessionOutcomes): boolean {
  if (group === 'fitting' || fits) return fits && group === 'fitting';
  const isInside = [...outcomes].every(
    ([policy, { tooLarge }]) => policy === nothing.name || tooLarge === 0,
  );
  return group === 'all' || isInside;
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
    held: needed === 0 ? null : rounded((sum('held') / needed) * 100, 2),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
