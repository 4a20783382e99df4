import { describe, expect, test } from 'vitest';
import { requestTokens } from '../src/retention/request-tokens.ts';
import { contestsAmong } from '../src/retention/contests.ts';
import { compare } from '../src/retention/equal-size-row.ts';
import { atEqualSize, type Pair } from '../src/retention/equal-size.ts';
import { session } from '../src/retention/example-session.ts';
import type { ProbedHistory } from '../src/retention/families.ts';
import { findMethod, METHOD_NAMES } from '../src/retention/methods.ts';
import { SCORE_GROUPS, type Score } from '../src/retention/score.ts';

const messages = session();
const whole = requestTokens(messages);
const history: ProbedHistory = {
  id: 'made',
  cut: messages.length,
  frac: 0.7,
  prefix_chars: whole,
  messages,
  probes: [{ value: 'const value5', kind: 'snake', use: 'args', last: 13, roles: ['tool'] }],
  lines: [],
  narrative: [],
  demands: [],
  rarity: () => 0,
};

describe('at the size of another method', () => {
  const hosts = METHOD_NAMES.filter((name) => name !== 'salience');

  test.each(hosts)('salience is never larger than %s, and fills that size', async (name) => {
    for (const share of [0.6, 0.4]) {
      const outcome = await findMethod(name)!.compress(messages, share);
      const size = requestTokens(outcome.messages);
      const pair = await atEqualSize(history, outcome, findMethod('salience')!);
      expect(pair === undefined).toBe(size === whole || size === 0);
      if (pair === undefined || size < whole * 0.15) continue;
      expect(pair.theirs.tokens.survived).toBe(size);
      expect(pair.ours.tokens.survived).toBeLessThanOrEqual(size);
      // A report of everything may be smaller than what the other method leaves.
      const { all, lines } = pair.ours.groups;
      const isComplete = all.survived === all.asked && lines.survived === lines.asked;
      const least = isComplete ? size * 0.9 : size * 0.98;
      expect(pair.ours.tokens.survived).toBeGreaterThan(least);
      expect(pair.share).toBeCloseTo((size / whole) * 100, 9);
    }
  });

  test('compares nothing when the other method kept everything or nothing', async () => {
    const salience = findMethod('salience')!;
    const all = { messages, size: whole, target: whole };
    expect(await atEqualSize(history, all, salience)).toBeUndefined();
    expect(await atEqualSize(history, { ...all, messages: [], size: 0 }, salience)).toBeUndefined();
  });
});

const scored = (survived: number, size: number): Score => ({
  id: 'made',
  tokens: { survived: size, asked: 100 },
  groups: Object.fromEntries(
    SCORE_GROUPS.map((group) => [group, { survived, asked: group === 'lines' ? 0 : 10 }]),
  ) as Score['groups'],
  hasReducedHumanText: false,
  outcome: { size, target: size },
});
const pair = (ours: Score, theirs: Score): Pair => ({ id: 'made', share: 50, ours, theirs });

describe('a comparison', () => {
  const place = {
    family: 'coding-pi',
    cut: 70,
    budget: 50,
    ours: 'mine',
    theirs: 'yours',
    room: 'theirs',
  } as const;
  const pairs = [
    pair(scored(10, 50), scored(5, 50)),
    pair(scored(4, 40), scored(6, 50)),
    pair(scored(5, 30), scored(5, 30)),
    pair(scored(9, 60), scored(1, 50)),
  ];

  test('pools all conversations, and separately those that fit', () => {
    const row = compare(place, pairs);
    expect(row).toMatchObject({
      ...place,
      conversations: 4,
      kept: [45, 45],
      short: 1,
      won: { all: [2, 1, 1], lines: [0, 0, 0] },
      medianDifference: { all: 25, lines: null },
      fitting: {
        conversations: 3,
        kept: [40, 43.3],
        won: { all: [1, 1, 1] },
        medianDifference: { all: 0 },
      },
    });
    expect(row.survived.all).toEqual([70, 42.5]);
    expect(row.survived.lines).toEqual([null, null]);
    expect(row.fitting?.survived.all).toEqual([63.3, 53.3]);
  });

  test('has no separate figures when all fit, and checks the method that received the size', () => {
    expect(compare(place, pairs.slice(0, 3))).not.toHaveProperty('fitting');
    expect(compare({ ...place, room: 'ours' }, pairs)).toMatchObject({ short: 1 });
    expect(compare({ ...place, room: 'ours' }, pairs.slice(1, 2))).toMatchObject({ short: 1 });
    expect(compare({ ...place, room: 'ours' }, pairs.slice(3))).toMatchObject({ short: 0 });
  });
});

test('compares salience with every other method, and no method with itself', () => {
  const contests = contestsAmong(METHOD_NAMES);
  const rivals = contests.filter(({ ours }) => ours === 'salience').map(({ theirs }) => theirs);
  const others = METHOD_NAMES.filter((name) => name !== 'salience' && name !== 'everything');
  expect(rivals).toEqual([...others, 'model summary']);
  expect(contests.filter(({ ours, theirs }) => ours === theirs)).toEqual([]);
});
