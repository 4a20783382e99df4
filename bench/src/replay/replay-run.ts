import { PRICES } from '@palimpsest/orchestrator';
import { POLICIES } from './policies.ts';
import { replayBudget } from './replay-budget.ts';
import { replaySessions, WINDOWS, type WindowName } from './replay-corpus.ts';
import { replay, type Replayed } from './replay.ts';
import { GROUPS, rowsOf, type ReplayRow, type SessionOutcomes } from './replay-rows.ts';
import { untouchedPeak } from './turns.ts';

/** Replays every recorded session with every policy, window and price table. Only one session is in memory at a time. */
export async function measureReplay(): Promise<ReplayRow[]> {
  const places = (Object.keys(WINDOWS) as WindowName[]).flatMap((window) =>
    Object.entries(PRICES).map(([name, prices]) => ({
      names: { window, prices: name },
      setting: { prices, budget: replayBudget(WINDOWS[window]) },
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
    places.flatMap(({ names, found }) => rowsOf(names, group, found)),
  );
}
