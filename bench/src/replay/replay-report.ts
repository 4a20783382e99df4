import { PRICES } from '@palimpsest/orchestrator';
import { printTable } from '../tables.ts';
import { nothing, POLICIES } from './policies.ts';
import { replay, type Replayed } from './replay.ts';
import { replayBudget, replaySessions, WINDOWS } from './replay-corpus.ts';
import { PAUSES, untouchedPeak } from './turns.ts';

/** Sessions, by whether they fit without compression. */
const GROUPS = {
  inside: 'sessions that do not fit, and in which every policy but nothing stays inside the window',
  all: 'all sessions that do not fit',
  fitting: 'sessions that fit untouched',
} as const;
export type Group = keyof typeof GROUPS;

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

/** Results of all policies for one session. */
interface SessionOutcomes {
  /** Whether the whole session is under the limit without compression. */
  readonly fits: boolean;
  readonly outcomes: ReadonlyMap<string, Replayed>;
}

/** Measures the cost of sessions and the values they keep, per policy. */
export async function replayReport(): Promise<object> {
  const rows = await measureReplay();
  for (const window of Object.keys(WINDOWS)) {
    for (const [group, title] of Object.entries(GROUPS)) {
      const shown = rows.filter((row) => row.window === window && row.group === group);
      printTable(`replay, window ${window}: ${title}`, shown);
    }
  }
  const budgets = Object.entries(WINDOWS).map(([name, contextLimit]) => {
    const { limit, trigger, target } = replayBudget(contextLimit);
    return [name, { limit, trigger, target }];
  });
  const prices = Object.entries(PRICES).map(([name, { model, asOf, currency }]) => [
    name,
    { model, asOf, currency },
  ]);
  return {
    figures: {
      pauses: PAUSES,
      budgets: Object.fromEntries(budgets),
      prices: Object.fromEntries(prices),
      groups: GROUPS,
      rows,
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
  return (Object.keys(GROUPS) as Group[]).flatMap((group) =>
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
