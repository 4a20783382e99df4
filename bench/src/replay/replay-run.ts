import { TABLES, type PriceName } from './price-tables.ts';
import type { Policy } from './policy.ts';
import { replayBudget } from './replay-budget.ts';
import { WINDOWS, type WindowName } from './replay-corpus.ts';
import { replay, type Replayed } from './replay.ts';
import { GROUPS, rowsOf, type ReplayRow, type SessionOutcomes } from './replay-rows.ts';
import { untouchedPeak, type ReplaySession } from './turns.ts';

export interface ReplayRequest {
  readonly sessions: Iterable<ReplaySession>;
  readonly policies: readonly Policy[];
  readonly windows: readonly WindowName[];
  readonly prices: readonly PriceName[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Replays every session with every policy, window and price table. Only one session is in memory at a time. */
export async function measureReplay(request: ReplayRequest): Promise<ReplayRow[]> {
  const { sessions, policies, windows, prices, settings = {} } = request;
  const places = windows.flatMap((window) =>
    prices.map((table) => ({
      names: { window, prices: table },
      setting: {
        prices: TABLES[table],
        budget: replayBudget(WINDOWS[window]),
        settings,
      },
      found: [] as SessionOutcomes[],
    })),
  );
  for (const session of sessions) {
    const peak = untouchedPeak(session);
    for (const { setting, found } of places) {
      const outcomes = new Map<string, Replayed>();
      for (const policy of policies) {
        outcomes.set(policy.name, await replay(session, policy, setting));
      }
      found.push({ id: session.id, fits: peak <= setting.budget.limit, outcomes });
    }
  }
  return GROUPS.flatMap((group) =>
    places.flatMap(({ names, found }) => rowsOf(names, group, found)),
  );
}
