import type { IContent } from '@palimpsest/core-types';
import type { Sacrifice } from '@palimpsest/history';
import { whenReady } from '../when-ready.ts';
import type { Workbench } from './workbench.ts';
import { reducePassages } from './reduce-passages.ts';
import { rollUp } from './roll-up.ts';
import { shrinkPassages } from './shrink-passages.ts';
import type { Entries } from './sites.ts';

/** Rounds at most; each but the last makes something smaller. */
const MOST_ROUNDS = 8;

/**
 * Everything that can be given up, in order: references and summaries, summaries of summaries where wanted, and ever shorter texts.
 *
 * What one round leaves is read again as the next run would read it, and the next round gives up what that run would, until a round
 * changes nothing. That is why compressing the output again does nothing even where the target was missed (law 6).
 */
export function* sacrifices(bench: Workbench, rollsUp: boolean): Generator<Sacrifice> {
  const { history } = bench.ground;
  let current = (place: number): IContent | undefined => history[place];
  const now = (place: number): IContent | undefined => current(place);
  const entries = (): Entries => history.map((_, place) => now(place));
  const watch = (sacrifice: Sacrifice): Sacrifice => ({
    ...sacrifice,
    changes(latest) {
      current = latest;
      return whenReady(sacrifice.changes(latest), (changes) => {
        if (changes.size > 0) bench.progress.hasOffered = true;
        return changes;
      });
    },
  });
  let given: Entries = history;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (const sacrifice of reducePassages(given, bench, round)) yield watch(sacrifice);
    if (rollsUp) for (const sacrifice of rollUp(entries(), bench, round)) yield watch(sacrifice);
    const shrinking = { entries, now, given, round };
    for (const sacrifice of shrinkPassages(bench, shrinking)) yield watch(sacrifice);
    const left = entries();
    if (left.every((entry, place) => entry === given[place])) return;
    given = left;
  }
}
