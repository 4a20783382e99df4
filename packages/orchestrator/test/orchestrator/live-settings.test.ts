import { expect, test } from 'vitest';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { writtenDown } from './outcome-laws.ts';
import { PRICES } from '../../src/index.ts';
import { exchange, human, registry, session } from './session.ts';

const WINDOW = { 'context-limit': 20_000, maxOutputTokens: 200, 'compression.economics': false };

test('the speed of a local model replaces the prices, so that bills are in seconds', async () => {
  const { history, orchestrator, settings } = session(
    { ...WINDOW, 'compression.economics': true },
    { prices: PRICES.anthropic },
  );
  const usage = {
    promptTokens: 4_000,
    completionTokens: 100,
    totalTokens: 4_100,
    cachedTokens: 1_000,
  };
  const costOf = async (): Promise<number | undefined> => {
    history.append(...exchange(`call-${history.length}`, 500));
    await orchestrator.prepare();
    return orchestrator.report({ usage })?.reported;
  };
  expect(await costOf()).toBeCloseTo(0.0005 + 0.01875 + 0.0025, 9);
  settings['compression.prefillTokensPerSecond'] = 1_000;
  expect(await costOf()).toBeCloseTo(3, 9);
  settings['compression.decodeTokensPerSecond'] = 50;
  expect(await costOf()).toBeCloseTo(3 + 2, 9);
  delete settings['compression.prefillTokensPerSecond'];
  expect(await costOf()).toBeLessThan(1);
});

test.each([
  ['compression-threshold', 2],
  ['context-limit', 'large'],
  ['compression.fallbak', 'none'],
])('a wrong setting is refused, and nothing changes: %s', async (key, value) => {
  const { history, orchestrator, settings } = session({ ...WINDOW });
  history.append(human('Fix it.'), ...exchange('a', 500));
  await orchestrator.prepare();
  const before = writtenDown(orchestrator);
  settings[key] = value;
  await expect(orchestrator.prepare({ force: true })).rejects.toMatchObject({
    name: 'SettingError',
  });
  expect(writtenDown(orchestrator)).toBe(before);
  delete settings[key];
  Object.assign(settings, WINDOW);
  await expect(orchestrator.prepare()).resolves.toMatchObject({ kind: 'unchanged' });
});

test.each(['compression.strategy', 'compression.fallback'])(
  'rejects a strategy without the model it asks at the first call, while nothing is due: %s',
  async (key) => {
    const strategies = registry().register(middleOut);
    const own = { ...WINDOW, [key]: 'middle-out' };
    const { history, orchestrator } = session(own, { strategies });
    history.append(human('Fix it.'));
    await expect(orchestrator.prepare()).rejects.toMatchObject({
      code: 'NO_MODEL',
      strategy: 'middle-out',
    });
  },
);
