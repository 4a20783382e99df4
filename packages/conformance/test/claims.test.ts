import type { CompressionContext, CompressionStrategy, IContent } from '@palimpsest/core-types';
import { checkStrategy } from '@palimpsest/conformance';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFree, says, withText } from './defects.ts';
import { mapHead, planted, untouched } from './planted.ts';
import { newestStart } from './reducing.ts';

const toMarkers = mapHead((entry) =>
  isFree(entry) && says(entry).length > 1 ? withText(entry, '…') : entry,
);

/**
 * Checks a strategy whose tail starts at `unsetBoundary` and that reports `bottomPreserved` entries of it. Returns the violations as text;
 * `undefined` without any.
 */
async function check(
  unsetBoundary: ((entries: readonly IContent[]) => number) | undefined,
  bottomPreserved?: (entries: readonly IContent[], boundary: number) => number,
): Promise<string | undefined> {
  const options = {
    ...(unsetBoundary === undefined ? {} : { unsetBoundary }),
    ...(bottomPreserved === undefined ? {} : { bottomPreserved }),
  };
  const { counterexamples } = await checkStrategy(planted(toMarkers, options), { seed: 1 });
  if (counterexamples.length === 0) return undefined;
  return counterexamples
    .map(({ law, messages, situation }) => {
      expect(situation?.preserveThreshold).toBeUndefined();
      return [law, ...messages].join('\n');
    })
    .join('\n');
}

describe('when the host sets no `preserveThreshold`', () => {
  test('accepts a strategy that reports the tail it chose, or the default one', async () => {
    expect(await check(newestStart, ({ length }, boundary) => length - boundary)).toBeUndefined();
    expect(await check(undefined, ({ length }, boundary) => length - boundary)).toBeUndefined();
  });

  test('a strategy that reports no tail must preserve the default one (0.2)', async () => {
    expect(await check(undefined)).toBeUndefined();
    expect(await check(newestStart)).toContain('law-3-tail');
  });

  test('checkStrategy reports a strategy that claims a larger tail than it preserves', async () => {
    const broken = await check(newestStart, ({ length }, boundary) => length - boundary + 1);
    expect(broken).toContain('law-3-tail\n');
  });

  test.each<[string, (entries: readonly IContent[]) => number]>([
    ['nothing', () => 0],
    ['more entries than there are', ({ length }) => length + 1],
    ['no number', () => Number.NaN],
  ])('checkStrategy reports a strategy that claims to preserve %s', async (_, bottomPreserved) => {
    const broken = await check(newestStart, bottomPreserved);
    // `NaN` is among the claims.
    expect(broken).toMatch(/law-3-tail-claimed\nthe result says that -?(?:\d+|NaN) of \d+ entries/);
  });

  test('calls tailStart with and without a `preserveThreshold` of the host', async () => {
    const plugin = planted(untouched, { bottomPreserved: () => 0 });
    const shares: unknown[] = [];
    await checkStrategy(plugin, {
      runs: 100,
      seed: 1,
      tailStart: (_, { preserveThreshold }) => {
        shares.push(preserveThreshold);
        return 0;
      },
    });
    expect(shares).toContain(undefined);
    expect(shares).toContain(0.5);
  });
});

test('offers recall ids for results in a third to two thirds of the cases, derived from their content', async () => {
  const [call, response] = history().call('Read', { path: 'a.ts' }).result('text').build();
  const contexts: CompressionContext[] = [];
  const idle = planted(untouched);
  await checkStrategy(
    {
      ...idle,
      create: (services) => {
        const strategy = idle.create(services);
        const compress: CompressionStrategy['compress'] = (context) => {
          contexts.push(context);
          return strategy.compress(context);
        };
        return { ...strategy, compress };
      },
    },
    { runs: 200, seed: 1, histories: fc.constant([call!, response!]) },
  );
  const offered = contexts.filter(({ originalId }) => originalId !== undefined);
  expect(offered.length).toBeGreaterThan(contexts.length / 3);
  expect(offered.length).toBeLessThan((contexts.length * 2) / 3);
  const { originalId } = offered[0]!;
  const other = history().call('Read', { path: 'a.ts' }).result('other').build()[1]!;
  const id = originalId!(response!, 0);
  expect(id).toMatch(/^[\da-f]{8}$/);
  expect(originalId!(structuredClone(response!), 0)).toBe(id);
  expect(originalId!(other, 0)).not.toBe(id);
  expect(originalId!(call!, 0)).toBeUndefined();
  expect(originalId!(response!, 1)).toBeUndefined();
});

test('reports a strategy that fails only when results can be recalled', async () => {
  const plugin = planted(untouched);
  const { counterexamples } = await checkStrategy(
    {
      ...plugin,
      create: (services) => ({
        ...plugin.create(services),
        compress: async (context) => {
          if (context.originalId !== undefined) throw new Error('Nobody expected an id.');
          return await plugin.create(services).compress(context);
        },
      }),
    },
    { seed: 1 },
  );
  expect(counterexamples).toMatchObject([
    {
      law: 'every-history-is-answered',
      messages: expect.arrayContaining(['compress: Error: Nobody expected an id.']),
      situation: { canRecall: true },
    },
  ]);
});
