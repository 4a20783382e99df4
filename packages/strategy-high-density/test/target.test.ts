import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress } from './compressed.ts';

function session(turns: number, words = 12): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built
      .human(`turn ${turn}`)
      .call('read_file', { file_path: `${turn}.ts` })
      .result('a line of text\n'.repeat(words))
      .ai('well then '.repeat(words));
  }
  return built.build();
}

test.each([
  ['0.85 × 128,000 × 0.6 (REQ-HD-008.6)', {}, 65_280],
  ['0.5 × 100,000 × 0.6', { compressionThreshold: 0.5, contextLimit: 100_000 }, 30_000],
  [
    'the headroom of the settings',
    { ephemerals: { densityCompressHeadroom: (): number => 0.5 } },
    54_400,
  ],
  ['the tokens for the output are not available', { maxOutputTokens: 28_000 }, 51_000],
  ['an explicit trigger', { triggerTokens: 50_000 }, 30_000],
  ['an explicit target', { targetTokens: 12_345 }, 12_345],
  [
    'below the trigger, whatever the headroom is',
    { triggerTokens: 1_000, ephemerals: { densityCompressHeadroom: (): number => 1 } },
    999,
  ],
  ['never below nothing', { maxOutputTokens: 1_000_000 }, 0],
] as const)('calculates the target: %s', async (_, options, target) => {
  const { metadata } = await compress(session(5), options);
  expect(metadata.targetTokens).toBe(target);
});

const words: TokenEstimator = (entries) =>
  entries.reduce((sum, entry) => sum + JSON.stringify(entry.blocks).split(/\s+/).length, 0);

const ESTIMATORS: readonly (readonly [string, TokenEstimator])[] = [
  ['characters', countTokensByCharacters],
  ['entries × 100', (entries) => entries.length * 100],
  ['words', words],
  ['asynchronous', (entries) => Promise.resolve(countTokensByCharacters(entries))],
  ['with a price for every call', (entries) => 50 + countTokensByCharacters(entries)],
  ['with a price for every list', (entries) => Math.ceil(countTokensByCharacters(entries) ** 0.9)],
  ['nothing but blocks', (entries) => entries.reduce((sum, { blocks }) => sum + blocks.length, 0)],
];

test.each(ESTIMATORS)('meets the target by the given estimator: %s', async (_, estimateTokens) => {
  const before = session(20);
  const tokens = await estimateTokens(before);
  for (const share of [0.9, 0.6, 0.4]) {
    const targetTokens = Math.floor(tokens * share);
    const result = await compress(before, { estimateTokens, targetTokens, preserveThreshold: 0.1 });
    if (result.kind === 'noop') throw new Error(result.reason);
    expect(await estimateTokens(result.newHistory)).toBe(result.metadata.tokensAfter);
    expect(result.metadata.tokensAfter).toBeLessThanOrEqual(targetTokens);
    expect(result.metadata.shortfallTokens).toBeUndefined();
    expect(result.newHistory.at(-1)).toBe(before.at(-1));
  }
});

test.each(ESTIMATORS)('removes no more than needed: %s', async (_, estimateTokens) => {
  const before = session(40);
  const tokens = await estimateTokens(before);
  const targetTokens = Math.floor(tokens * 0.6);
  const { metadata } = await compress(before, {
    estimateTokens,
    targetTokens,
    preserveThreshold: 0.1,
  });
  expect(metadata.tokensAfter! / targetTokens).toBeGreaterThan(0.8);
});

/** Entries passed to the estimator, and number of its calls, when a history of `turns` turns must lose nearly everything. */
async function work(turns: number): Promise<{ entries: number; calls: number }> {
  const seen = { entries: 0, calls: 0 };
  const before = session(turns, 4);
  await compress(before, {
    targetTokens: 0,
    preserveThreshold: 0.05,
    estimateTokens: (entries) => {
      seen.entries += entries.length;
      seen.calls += 1;
      return countTokensByCharacters(entries);
    },
  });
  return seen;
}

test('the work of the estimator grows linearly with the history', async () => {
  const small = await work(50);
  const large = await work(400);
  expect(small.entries).toBeLessThan(10 * 200);
  expect(large.entries).toBeLessThan(10 * 1_600);
  expect(large.entries).toBeLessThan(9 * small.entries);
  expect(large.calls).toBeLessThan(9 * small.calls);
});

test('an abort signal stops the compression, before and while it runs', async () => {
  const stopped = AbortSignal.abort(new Error('enough'));
  await expect(compress(session(5), { signal: stopped })).rejects.toThrow('enough');
  const controller = new AbortController();
  let calls = 0;
  const estimateTokens: TokenEstimator = (entries) => {
    calls += 1;
    if (calls === 8) controller.abort(new Error('that will do'));
    return countTokensByCharacters(entries);
  };
  const running = compress(session(50), {
    signal: controller.signal,
    targetTokens: 0,
    estimateTokens,
  });
  await expect(running).rejects.toThrow('that will do');
  expect(calls).toBeLessThan(12);
});

test('passes an error of the estimator through unchanged (REQ-HD-013.4)', async () => {
  const broken = compress(session(2), {
    estimateTokens: () => Promise.reject(new Error('no tokenizer')),
  });
  await expect(broken).rejects.toThrow('no tokenizer');
});

test.each([Number.POSITIVE_INFINITY, Number.NaN, -1])(
  'rejects an estimate of %d',
  async (tokens) => {
    const result = compress(history().human('a').ai('b').human('c').build(), {
      estimateTokens: () => tokens,
      targetTokens: 5,
    });
    await expect(result).rejects.toMatchObject({ code: 'INVALID_ESTIMATE' });
  },
);
