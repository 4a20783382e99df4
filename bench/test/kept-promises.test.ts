import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BASELINES, FIXED_BASELINES } from '../src/retention/baselines.ts';

/** Shares that our method and the other one keep. */
type Both = readonly [number | null, number | null];
type Shares = Readonly<Record<'all' | 'gold' | 'lines', Both>>;

interface Pair {
  readonly family: string;
  readonly cut: number;
  readonly budget: number | null;
  readonly ours: string;
  readonly theirs: string;
  readonly room: 'ours' | 'theirs';
  readonly survived: Shares;
  readonly fitting?: { readonly survived: Shares };
}

interface MeetingPair extends Pick<Pair, 'budget' | 'ours' | 'theirs'> {
  readonly hit5: Both;
  readonly hit20: Both;
  readonly keptWords: Both;
}

function pairsIn(name: string): unknown {
  const text = readFileSync(new URL(`../results/${name}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly figures: { readonly equalSize: unknown } }).figures
    .equalSize;
}

const isAbove = ([ours, theirs]: Both): boolean => (ours ?? 0) >= (theirs ?? 0);
const pairs = pairsIn('retention') as readonly Pair[];

describe('salience at the size of each baseline, at every cut and budget', () => {
  /** A list of identifiers is not a history: it keeps every value and hardly any line. */
  const bound = 'identifier list';
  const names = new Set([...Object.keys(BASELINES), ...Object.keys(FIXED_BASELINES)]);
  const own = pairs.filter(
    ({ ours, theirs }) => ours === 'salience' && names.has(theirs) && theirs !== bound,
  );
  const below = (group: 'all' | 'lines'): string[] =>
    own
      .filter(({ survived }) => !isAbove(survived[group]))
      .map(({ family, cut, budget, theirs }) => `${family}, cut ${cut}, ${budget} %: ${theirs}`);

  /**
   * Masking ends far above a target that the newest exchange alone fills. At that size our method has only user text left, which it removes
   * last (issue 28).
   */
  const masked = [
    'other coding, cut 70, 25 %: mask old results',
    'other coding, cut 70, 25 %: results to one line',
  ];
  /** Where almost everything stays, structure is all that can go. */
  const whole = 'coding-claude-code, cut 70, null %: exact duplicates';
  /**
   * In a few hundred tokens of talk, the first line of a report and people's words, which go last, leave less room for values than the newest
   * messages alone: 54.7 to 55.1 % at a quarter, 32.5 to 34 % at a tenth.
   */
  const talk = [
    'service dialogues, cut 70, 10 %: LangChain trimMessages, any start',
    'service dialogues, cut 70, 10 %: newest only',
    'service dialogues, cut 70, 25 %: LangChain trimMessages',
    'service dialogues, cut 70, 25 %: LangChain trimMessages, any start',
    'service dialogues, cut 70, 25 %: newest only',
  ];
  const fewerValues = [whole, ...masked, ...talk];
  const fewerLines = [
    whole,
    'other coding, cut 70, 10 %: mask old results',
    'other coding, cut 70, 10 %: results to one line',
    'other coding, cut 70, 25 %: mask old results',
    'other coding, cut 70, 25 %: results to one line',
  ];

  test.each([
    ['all', fewerValues],
    ['lines', fewerLines],
  ] as const)(
    'keeps at least as many of these, except where the newest exchange alone fills the target: %s',
    (group, exceptions) => {
      expect(own.length).toBeGreaterThan(80);
      expect(below(group).toSorted()).toEqual(exceptions);
    },
  );
});

describe('extractive compared with the head and tail of each text', () => {
  const meetings = (pairsIn('questions') as readonly MeetingPair[]).filter(
    ({ ours, theirs }) => ours === 'extractive' && theirs === 'head and tail',
  );

  test.each(['hit5', 'hit20', 'keptWords'] as const)(
    'leaves as much or more to be found of meetings, at every size: %s',
    (measure) => {
      expect(meetings).toHaveLength(6);
      expect(meetings.filter((pair) => !isAbove(pair[measure]))).toEqual([]);
    },
  );

  test.each([
    ['zh-crosswoz', 'gold'],
    ['research-whowhen', 'all'],
  ] as const)('keeps as many values of %s, or more', (family, group) => {
    const own = pairs.filter(
      (pair) =>
        pair.family === family && pair.ours === 'extractive' && pair.theirs === 'head and tail',
    );
    expect(own).toHaveLength(6);
    expect(own.filter(({ survived }) => !isAbove(survived[group]))).toEqual([]);
  });
});

test.each([
  ['coding-claude-code', 50],
  ['coding-claude-code', 25],
  ['other coding', 50],
  ['service dialogues', 50],
])(
  'in its own room high-density keeps as many values as masked results that fit there: %s, %i %%',
  (family, budget) => {
    const [pair, ...others] = pairs.filter(
      (one) =>
        one.family === family &&
        one.budget === budget &&
        one.ours === 'high-density' &&
        one.theirs === 'mask old results' &&
        one.room === 'ours',
    );
    expect(others).toEqual([]);
    expect(isAbove(pair!.fitting!.survived.all)).toBe(true);
  },
);
