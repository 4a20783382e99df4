import type { IContent } from '@palimpsest/core-types';
import {
  fitToTarget,
  createDroppedNotice,
  parseNoticeEntry,
  type EvictionCandidate,
} from '../../src/history/index.ts';
import type { FitRequest } from '../../src/history/edits/fit-to-target.ts';
import { expect, test } from 'vitest';

/** Returns an entry of the given number of tokens. */
const entry = (tokens: number): IContent => ({
  speaker: 'system',
  blocks: [{ type: 'text', text: 'x'.repeat(tokens) }],
});

/** Returns an estimator that counts one token per character and `noticeTokens` per notice, and records its inputs. */
function counting(noticeTokens = 0) {
  const asked: (readonly IContent[])[] = [];
  const estimate = (contents: readonly IContent[]): number => {
    asked.push(contents);
    return contents.reduce((sum, said) => {
      const [block] = said.blocks;
      if (parseNoticeEntry(said) !== undefined) return sum + noticeTokens;
      return sum + (block?.type === 'text' ? block.text.length : 0);
    }, 0);
  };
  return { asked, estimate };
}

const removing = (...indexes: readonly number[]): EvictionCandidate => ({
  changes: () => new Map(indexes.map((index) => [index, undefined])),
  dropped: { humanEntries: indexes.length },
});

const replacing = (
  index: number,
  tokens: number,
  more: Partial<EvictionCandidate> = {},
): EvictionCandidate => ({
  changes: () => new Map([[index, entry(tokens)]]),
  dropped: { toolResults: 1 },
  ...more,
});

const three = [entry(10), entry(20), entry(30)];

async function fit(
  candidates: Iterable<EvictionCandidate | { endOf: string }>,
  given: Partial<FitRequest> = {},
) {
  const { asked, estimate } = counting();
  const result = await fitToTarget({
    history: three,
    tokens: 60,
    targetTokens: 0,
    estimateTokens: estimate,
    candidates,
    ...given,
  });
  return { ...result, asked };
}

test('stops when exactly enough is freed', async () => {
  const { plan, tokens, dropped } = await fit([removing(0), removing(1)], { targetTokens: 50 });
  expect([...plan.edits]).toEqual([[0, undefined]]);
  expect(tokens).toBe(50);
  expect(dropped).toEqual({ humanEntries: 1 });
});

test('a candidate ignores entries that are already removed', async () => {
  const { plan, tokens, dropped, asked } = await fit([removing(0), removing(0, 1), removing(1)]);
  expect([...plan.edits.keys()]).toEqual([0, 1]);
  expect(tokens).toBe(30);
  // The third candidate concerns no remaining entry.
  expect(dropped).toEqual({ humanEntries: 3 });
  expect(asked.flat().every((one) => one !== undefined)).toBe(true);
  // Counted one after another: entry 0, entry 1, and the history that is left.
  expect(asked.map((contents) => contents.length)).toEqual([1, 1, 1]);
});

test.each([
  [9, true],
  [10, false],
  [11, false],
])(
  'an edit of 10 tokens to %s, only if smaller, is made: %s; without this condition, always',
  async (left, isMade) => {
    const strict = await fit([replacing(0, left, { onlyIfSmaller: true })]);
    expect(strict.plan.edits.size).toBe(isMade ? 1 : 0);
    expect(strict.dropped).toEqual(isMade ? { toolResults: 1 } : {});
    const plain = await fit([replacing(0, left)]);
    expect([...plain.plan.edits.values()]).toEqual([entry(left)]);
  },
);

const notice: NonNullable<FitRequest['notice']> = {
  newest: 2,
  indexFor: (index) => index,
  make: createDroppedNotice,
  replaces: new Map(),
};

test('a notice replaces older ones and adds their counts', async () => {
  const { plan } = await fit([removing(1)], {
    targetTokens: 45,
    notice: { ...notice, replaces: new Map([[0, 5]]) },
  });
  expect(new Set(plan.edits.keys())).toEqual(new Set([0, 1]));
  expect([...plan.insertions!]).toEqual([
    [
      0,
      {
        entry: createDroppedNotice({ dropped: 6, newest: 2, following: 1 }),
        reason: 'notice',
        sources: [0, 1],
      },
    ],
  ]);
});

test.each([0, 1, 2, 3])(
  'a stage of %s edits has the result of a run with these edits',
  async (edits) => {
    const all = [replacing(0, 9), removing(1), replacing(2, 20)];
    const staged = [...all.slice(0, edits), { endOf: 'stage' }, ...all.slice(edits)];
    const whole = await fit(all);
    const { stages, ...rest } = await fit(staged);
    expect({ ...rest, asked: [] }).toEqual({ ...whole, stages: undefined, asked: [] });
    const { plan, tokens, dropped } = await fit(all.slice(0, edits));
    expect(await stages.get('stage')!()).toMatchObject({ plan, tokens, dropped });
  },
);
