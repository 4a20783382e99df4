import { describe, expect, test } from 'vitest';
import type { Replayed } from '../src/replay/replay.ts';
import { rowsOf, type SessionOutcomes } from '../src/replay/replay-rows.ts';

const none: Replayed = {
  bill: 1,
  calls: 2,
  peak: 100,
  tooLarge: 0,
  rewrites: 0,
  needed: 0,
  held: 0,
};

function outcomes(
  fits: boolean,
  each: Readonly<Record<string, Partial<Replayed>>>,
): SessionOutcomes {
  const filled = Object.entries(each).map(([name, one]) => [name, { ...none, ...one }] as const);
  return { fits, outcomes: new Map(filled) };
}

const SESSIONS = [
  outcomes(false, {
    nothing: { tooLarge: 3, bill: 1, needed: 4, held: 4 },
    'threshold-masking': { bill: 4, needed: 4, held: 2, peak: 70 },
    careless: { bill: 2, needed: 4, held: 1 },
    ours: { bill: 3, needed: 4, held: 3 },
  }),
  outcomes(false, {
    nothing: { tooLarge: 1, needed: 1, held: 1 },
    'threshold-masking': { tooLarge: 1, needed: 1, held: 1, peak: 90 },
    careless: { needed: 1, held: 1 },
    ours: { needed: 1, held: 1 },
  }),
  outcomes(true, { nothing: {}, 'threshold-masking': {}, careless: {}, ours: { bill: 9 } }),
];

const PLACE = { window: '32k', prices: 'made up' };

describe('rows', () => {
  test('compare the sessions in which every policy except "nothing" stays within the limit', () => {
    const rows = rowsOf(PLACE, 'inside', SESSIONS);
    expect(rows.map(({ policy, sessions, bill }) => [policy, sessions, bill])).toEqual([
      ['nothing', 1, 1],
      ['threshold-masking', 1, 4],
      ['careless', 1, 2],
      ['ours', 1, 3],
    ]);
  });

  test('contain figures pooled over sessions', () => {
    const [, masking] = rowsOf(PLACE, 'all', SESSIONS);
    expect(masking).toMatchObject({
      sessions: 2,
      outside: 1,
      bill: 5,
      peak: 90,
      needed: 5,
      held: 60,
    });
    const [fitting] = rowsOf(PLACE, 'fitting', SESSIONS);
    expect(fitting).toMatchObject({ sessions: 1, held: null });
  });
});
