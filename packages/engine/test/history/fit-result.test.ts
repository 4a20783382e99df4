import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import {
  applyPlan,
  fitToTarget,
  indexExchanges,
  createDroppedNotice,
  createIsProtected,
  parseNoticeEntry,
  listCandidatesByAge,
  listCandidatesByKind,
  safeCuts,
  type FitResult,
  type EvictionCandidate,
} from '../../src/history/index.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

/** Returns turns of a user message, an exchange and an assistant message, with varying lengths. */
function turns(count: number): IContent[] {
  const builder = history();
  for (let turn = 0; turn < count; turn += 1) {
    builder
      .human(`Message ${turn}: ${'please '.repeat(turn % 7)}`)
      .call('Read', { path: `${turn}.ts` }, { thought: 'hm '.repeat(turn % 5) })
      .result('a line of the file\n'.repeat((turn * 7) % 23))
      .ai(`Answer ${turn}. ${'And so on. '.repeat(turn % 11)}`);
  }
  return builder.build();
}

interface Request {
  readonly entries: readonly IContent[];
  readonly targetTokens: number;
  readonly estimate?: TokenEstimator;
  readonly boundary?: number;
  readonly by?: 'kind' | 'age';
  readonly withNotice?: boolean;
  readonly signal?: AbortSignal;
}

async function fit({
  entries,
  targetTokens,
  estimate = countTokensByCharacters,
  boundary = entries.length - 4,
  by = 'kind',
  withNotice = false,
  signal,
}: Request): Promise<FitResult & { readonly after: readonly IContent[] }> {
  const index = indexExchanges(entries);
  const options = { boundary, isProtected: createIsProtected() };
  const result = await fitToTarget({
    history: entries,
    tokens: await estimate(entries),
    targetTokens,
    estimateTokens: estimate,
    candidates:
      by === 'age'
        ? listCandidatesByAge(index, options)
        : listCandidatesByKind(index, { ...options, dropHumanText: true }),
    ...(withNotice
      ? {
          notice: {
            newest: entries.length - boundary,
            indexFor: (at: number) => safeCuts(index).atOrBefore(at),
            make: createDroppedNotice,
            replaces: new Map(),
          },
        }
      : {}),
    ...(signal === undefined ? {} : { signal }),
  });
  return { ...result, after: applyPlan(entries, result.plan).history };
}

/** Estimators that a host may use. None guarantees that the parts add up to the whole. */
const estimators: Readonly<Record<string, TokenEstimator>> = {
  'a quarter of the characters': countTokensByCharacters,
  'entries × 100': (contents) => contents.length * 100,
  'a count of words': (contents) => JSON.stringify(contents).split(/\s+/).length,
  'an overhead for each call': (contents) => 500 + countTokensByCharacters(contents),
  'a discount for many entries': (contents) =>
    Math.round(countTokensByCharacters(contents) / Math.log2(2 + contents.length)),
  'rounded down to hundreds': (contents) =>
    Math.floor(countTokensByCharacters(contents) / 100) * 100,
  'rounded up to hundreds': (contents) => Math.ceil(countTokensByCharacters(contents) / 100) * 100,
  'an answer later': (contents) => Promise.resolve(countTokensByCharacters(contents)),
};

test.each(Object.entries(estimators))(
  'meets the target or applies all candidates, for any estimator: %s',
  async (_, estimate) => {
    const entries = turns(40);
    const whole = await estimate(entries);
    for (const withNotice of [false, true]) {
      const all = await fit({ entries, targetTokens: -1, estimate, withNotice });
      for (const share of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
        const targetTokens = Math.floor(whole * share);
        const { tokens, after } = await fit({ entries, targetTokens, estimate, withNotice });
        expect(tokens).toBe(await estimate(after));
        const isExhausted = JSON.stringify(after) === JSON.stringify(all.after);
        expect(tokens <= targetTokens || isExhausted).toBe(true);
      }
    }
  },
);

async function countWork(
  size: number,
  estimate: TokenEstimator,
  share = 0.2,
): Promise<[number, number]> {
  const entries = turns(size);
  let visited = 0;
  let fullEstimates = 0;
  const counting: TokenEstimator = (contents) => {
    visited += contents.length;
    if (contents.length > 4) fullEstimates += 1;
    return estimate(contents);
  };
  const targetTokens = Math.floor((await estimate(entries)) * share);
  await fit({ entries, targetTokens, estimate: counting });
  return [visited, fullEstimates];
}

test.each(Object.entries(estimators))(
  'estimates grow linearly with the history, and few of them cover the whole history: %s',
  async (_, estimate) => {
    const [visited] = await countWork(500, estimate);
    const [twice, fullEstimates] = await countWork(1_000, estimate);
    expect(twice).toBeLessThanOrEqual(2.2 * visited);
    expect(fullEstimates).toBeLessThanOrEqual(8);
  },
);

test('adds one notice with the count when entries are removed, and none otherwise', async () => {
  const entries = turns(10);
  const { after, plan } = await fit({ entries, targetTokens: 0, withNotice: true });
  const notices = after.filter((entry) => parseNoticeEntry(entry) !== undefined);
  expect(after.map(({ speaker }) => speaker).join(' ')).toBe('human ai human ai tool ai');
  expect(notices.map(parseNoticeEntry)).toEqual([
    {
      dropped: [...plan.edits.values()].filter((entry) => entry === undefined).length,
      newest: 4,
      following: after.length - 1,
    },
  ]);
  const thoughtless = await fit({
    entries,
    targetTokens: countTokensByCharacters(entries) - 1,
    withNotice: true,
  });
  expect(thoughtless.dropped).toEqual({ thinkingBlocks: 1 });
  expect(thoughtless.plan.insertions).toBeUndefined();
});

test('rejects when the signal is aborted', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(fit({ entries: turns(5), targetTokens: 0, signal })).rejects.toThrow('enough');
});

const said = (text: string): IContent => ({ speaker: 'ai', blocks: [{ type: 'text', text }] });

test('awaits asynchronous candidates, and a second merge represents the sources of the first', async () => {
  const entries = ['one', 'two', 'three', 'four'].map((word) => said(`${word} `.repeat(40)));
  const merge = (merges: readonly number[], text: string): EvictionCandidate => ({
    changes: () =>
      Promise.resolve(
        new Map(merges.map((at, index) => [at, index === 0 ? said(text) : undefined])),
      ),
    dropped: {},
    merges,
  });
  const { plan } = await fitToTarget({
    history: entries,
    tokens: countTokensByCharacters(entries),
    targetTokens: 1,
    estimateTokens: countTokensByCharacters,
    candidates: [merge([0, 1], 'first two'), merge([0, 2], 'first three')],
  });
  expect(applyPlan(entries, plan)).toEqual({
    history: [said('first three'), entries[3]],
    provenance: [
      { sources: [0, 1, 2], reason: 'summary' },
      { sources: [3], reason: 'kept' },
    ],
  });
});
