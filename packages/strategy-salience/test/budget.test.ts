import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, compressed, humanTextsOf, recordOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';
import { SHAPES, workSession } from './work-session.ts';

const words = (entries: readonly IContent[]): number =>
  entries.reduce((sum, { blocks }) => sum + JSON.stringify(blocks).split(' ').length, 0);

const ESTIMATORS = {
  'a quarter of the characters': countTokensByCharacters,
  '200 beside the characters': (entries: readonly IContent[]) =>
    200 + countTokensByCharacters(entries),
  words,
} as const;

test.each(Object.keys(ESTIMATORS) as (keyof typeof ESTIMATORS)[])(
  'from 4,000 tokens on, ends at most a hundredth below the target, and above it only with a shortfall: %s',
  { timeout: 300_000 },
  async (name) => {
    const estimateTokens = ESTIMATORS[name];
    const session = fc.record({
      shape: fc.constantFrom(...SHAPES),
      turns: fc.integer({ min: 20, max: 120 }),
      seed: fc.nat(9_999),
    });
    let met = 0;
    await fc.assert(
      fc.asyncProperty(session, fc.integer({ min: 15, max: 90 }), async (made, percent) => {
        const before = workSession(made);
        const targetTokens = Math.floor((estimateTokens(before) * percent) / 100);
        fc.pre(targetTokens >= 4_000);
        const result = await compress(before, { targetTokens, estimateTokens });
        const after = result.kind === 'applied' ? result.newHistory : before;
        const { tokensAfter, shortfallTokens, shortfallReason } = result.metadata;
        expect(tokensAfter).toBe(estimateTokens(after));
        expect(tokensAfter).toBeLessThanOrEqual(targetTokens + (shortfallTokens ?? 0));
        expect(tokensAfter).toBeGreaterThanOrEqual(0.99 * targetTokens);
        expect(shortfallTokens ?? 1).toBeGreaterThan(0);
        expect(shortfallReason ?? 'stay unchanged').toContain('stay unchanged');
        if (shortfallTokens === undefined) met += 1;
      }),
      {
        numRuns: 30,
        seed: 7,
        // Regression: this target was met within 3 % only, because code has few words for its tokens.
        examples: [[{ shape: 'code', turns: 108, seed: 5862 }, 55]],
      },
    );
    expect(met).toBeGreaterThan(22);
  },
);

test('reports the shortfall and its reason when the target cannot be met', async () => {
  const before = history()
    .system(linesOf('system', 60))
    .human('Look around.')
    .call('look', { at: 'everything' })
    .result(linesOf('old', 60))
    .ai('Done.')
    .build();
  const result = await compress(before, { targetTokens: 300 });
  const after = result.kind === 'applied' ? result.newHistory : [];
  const { shortfallTokens, shortfallReason } = result.metadata;
  expect(shortfallTokens).toBe(countTokensByCharacters(after) - 300);
  expect(shortfallReason).toBe(
    'the newest 1 of 5 entries stay unchanged, and 1 before them (system or pinned); the report of the others keeps the instructions of users',
  );
});

test('returns a no-op when the history fits', async () => {
  const before = workSession({ shape: 'shell', turns: 9, seed: 1 });
  const targetTokens = countTokensByCharacters(before);
  expect(await compress(before, { targetTokens })).toMatchObject({
    kind: 'noop',
    reason: 'already-under-target',
  });
  expect((await compress(before, { targetTokens: targetTokens - 1 })).kind).toBe('applied');
});

test('is deterministic and does not change the input', async () => {
  const before = workSession({ shape: 'code', turns: 30, seed: 3 });
  const copy = structuredClone(before);
  const [first, second] = [
    await compress(before, { ratio: 0.3 }),
    await compress(copy, { ratio: 0.3 }),
  ];
  expect(JSON.stringify(first)).toBe(JSON.stringify(second));
  expect(before).toEqual(copy);
});

test('fills at least 99 % of the target when a later round corrects a small overhead', async () => {
  const before = workSession({ shape: 'shell', turns: 26, seed: 4211 });
  const targetTokens = Math.floor(countTokensByCharacters(before) * 0.56);
  const { tokensAfter } = (await compress(before, { targetTokens })).metadata;
  expect(tokensAfter).toBeGreaterThan(0.99 * targetTokens);
});

test.each([0.9, 0.5, 0.2])(
  'fills the target with lines that the tail repeats when nothing else is left: %s',
  async (ratio) => {
    const readAgain = history().human('Watch the log.');
    for (let read = 0; read < 20; read += 1) {
      const log = linesOf('log', 60).replace('step 7:', `step 7, read ${read}:`);
      readAgain.call('Read', { file_path: '/var/log/harbour.txt' }).result(log);
    }
    const before = readAgain.build();
    const targetTokens = Math.floor(ratio * countTokensByCharacters(before));
    const { metadata } = await compress(before, { targetTokens });
    expect(metadata.tokensAfter).toBeGreaterThan(0.98 * targetTokens);
    expect(metadata.tokensAfter).toBeLessThanOrEqual(targetTokens);
  },
);

test('an answer that does not fit as a whole leaves its best lines, after all words of the user', async () => {
  const requests = ['Look at the gates.', 'Is the tariff right?', 'Good. Change it as you said.'];
  const answer = linesOf('finding', 60);
  const before = history()
    .human(requests[0]!)
    .call('Read', { file_path: '/src/gate.ts' })
    .result(linesOf('gate', 90))
    .ai('I looked.')
    .human(requests[1]!)
    .ai(answer)
    .human(requests[2]!)
    .call('Read', { file_path: '/src/tariff.ts' })
    .result(linesOf('tariff', 600))
    .build();
  const tail = countTokensByCharacters(before.slice(-2));
  const targetTokens = tail + Math.floor(countTokensByCharacters([before[5]!]) * 1.05);
  const after = await compressed(before, { targetTokens });
  expect(humanTextsOf(after)).toEqual(requests);
  expect(recordOf(after)).toMatch(/finding step \d/);
  expect(countTokensByCharacters(after)).toBeGreaterThan(0.95 * targetTokens);
});
