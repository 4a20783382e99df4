import { checkStrategy } from '@palimpsest/conformance';
import { describeStrategy } from '@palimpsest/conformance/vitest';
import { expect, test } from 'vitest';
import {
  extractive,
  ExtractiveStrategy,
  tailStart,
  type ExtractiveSettings,
} from '../src/index.ts';
import { pickSettings } from '../src/settings.ts';
import { sessionArbitrary } from './session-arbitrary.ts';

describeStrategy(extractive, {
  runs: 400,
  tailStart: (history, { settings }) => tailStart(history, pickSettings(settings).recencyWindow),
});

test.each<ExtractiveSettings>([
  {},
  { recencyWindow: 0, nearDedup: true, rollUp: true },
  { recencyWindow: 1, dedup: false, keepOrder: true, embedSummaryId: true },
])(
  'keeps every invariant in long sessions with the settings %j',
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
    expect(report.counterexamples).toEqual([]);
  },
);
