import { checkStrategy } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import {
  extractive,
  ExtractiveStrategy,
  tailStart,
  type ExtractiveSettings,
} from '../src/index.ts';
import { sessionArbitrary } from './session-arbitrary.ts';

test('keeps every law on nasty histories', { timeout: 60_000 }, async () => {
  const report = await checkStrategy(extractive, {
    runs: 400,
    tailStart: (history) => tailStart(history),
  });
  expect(report.counterexample).toBeUndefined();
});

test.each<ExtractiveSettings>([
  {},
  { recencyWindow: 0, nearDedup: true, rollUp: true },
  { recencyWindow: 1, dedup: false, keepOrder: true, embedSummaryId: true },
])(
  'keeps every law on long sessions, with the settings %j',
  { timeout: 60_000 },
  async (settings) => {
    const create = (): ExtractiveStrategy => new ExtractiveStrategy({ settings });
    const report = await checkStrategy(
      { ...extractive, create },
      {
        runs: 200,
        tailStart: (history) => tailStart(history, settings.recencyWindow),
        histories: sessionArbitrary(),
      },
    );
    expect(report.counterexample).toBeUndefined();
  },
);
