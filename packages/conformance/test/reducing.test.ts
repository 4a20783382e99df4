import { checkStrategy } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { seeds } from '../../../tools/extent.ts';
import { lawBroken } from './law-broken.ts';
import { planted } from './planted.ts';
import { LONG, newestStart, reducing, type Flaw } from './reducing.ts';

const rules = { humanText: 'last', longHumanText: LONG } as const;

test('a strategy that reduces everything else before user text violates no invariant', async () => {
  for (const seed of seeds(1, 2, 3)) {
    const report = await checkStrategy(planted(reducing(), rules), {
      seed,
      tailStart: newestStart,
    });
    expect(report.counterexamples).toEqual([]);
  }
});

const flaws: readonly (readonly [Flaw, RegExp])[] = [
  ['leaves AI texts', /a text of \d+ characters left although human text was reduced/],
  ['leaves thinking', /reasoning left although human text was reduced/],
  ['leaves results', /a result of \d+ characters left although human text was reduced/],
  ['drops the newest long human text', /the newest human entry is gone/],
  ['reduces the newest human text', /the newest human entry is gone/],
];

test.each(flaws.flatMap((flaw) => seeds(1, 2, 3).map((seed) => [...flaw, seed] as const)))(
  'reports a strategy that reduces texts and %s with the message %s',
  async (flaw, message, seed) => {
    const report = await checkStrategy(planted(reducing(flaw), rules), {
      seed,
      tailStart: newestStart,
    });
    const found = lawBroken(report, 'law-3-human-text');
    expect(found?.messages.join('\n')).toMatch(message);
    expect(found?.situation?.history.length).toBeLessThanOrEqual(9);
  },
);

test('reports reduced user text when longHumanText is not declared', async () => {
  const report = await checkStrategy(planted(reducing(), { humanText: 'kept' }), {
    seed: 1,
    tailStart: newestStart,
  });
  expect(lawBroken(report, 'law-3-human-text')).toBeDefined();
});
