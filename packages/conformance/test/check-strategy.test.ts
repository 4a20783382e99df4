import { OptionError, type IContent } from '@palimpsest/core-types';
import { checkStrategy } from '@palimpsest/conformance';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { mapHead, planted, untouched } from './planted.ts';

const CREATES_NOTHING = { name: 'x', create: (): unknown => undefined };

test.each<[unknown, RegExp]>([
  [{ name: 'x' }, /^plugin: expected a strategy plugin: .*create.*, got an object with name\./],
  [undefined, /^plugin: expected .+, got undefined\./],
  [
    { ...CREATES_NOTHING, settings: 5 },
    /^plugin: expected .+, got an object with name, create, se/,
  ],
  [CREATES_NOTHING, /^plugin\.create\(\): expected a str.*, got undefined\./],
])('rejects a value that is not a plugin, with the expected form: %o', async (plugin, message) => {
  const error: unknown = await checkStrategy(plugin as never, { runs: 1 }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
});

test('a strategy that does nothing violates no invariant', async () => {
  const report = await checkStrategy(planted(untouched, { humanText: 'kept' }), { seed: 1 });
  expect(report).toEqual({
    strategy: 'planted',
    runs: 300,
    seed: 1,
    applied: 0,
    counterexamples: [],
  });
});

test('the same seed gives the same report, with a small counterexample', async () => {
  const plugin = planted(mapHead((entry) => (entry.speaker === 'tool' ? undefined : entry)));
  const [first, second] = [
    await checkStrategy(plugin, { seed: 7 }),
    await checkStrategy(plugin, { seed: 7 }),
  ];
  expect(first).toEqual(second);
  expect(first.seed).toBe(7);
  expect(first.counterexamples[0]?.situation?.history.length).toBeLessThanOrEqual(3);
});

test('histories, tail, services and the number of runs are configurable', async () => {
  const given = history().human('one').ai('two').human('three').build();
  const idle = planted(untouched);
  const create = vi.fn<(typeof idle)['create']>((services) => idle.create(services));
  const tailStart = vi.fn<(entries: readonly IContent[]) => number>(() => 0);
  const logger = { debug: () => undefined };
  const report = await checkStrategy(
    { ...idle, create },
    { runs: 20, histories: fc.constant(given), tailStart, services: { logger } },
  );
  expect(report.runs).toBe(20);
  expect(create.mock.calls[0]![0]).toMatchObject({ logger });
  expect(() => create.mock.calls[0]![0].strategy('other')).toThrow(
    'Unknown compression strategy: "other"',
  );
  expect(tailStart.mock.calls[0]![0]).toEqual(given);
});
