import type { CompressionStrategy, SettingValues } from '@palimpsest/core-types';
import { checkStrategy } from '@palimpsest/conformance';
import { describeStrategy } from '@palimpsest/conformance/vitest';
import { expect, test } from 'vitest';
import { extractive } from '../src/index.ts';
import { createExtractiveStrategy } from './compressed.ts';
import { sessionArbitrary } from './session-arbitrary.ts';

describeStrategy(extractive, {
  runs: 400,
  // With a window of 0 there is no tail; otherwise the claim of the result counts.
  tailStart: ({ length }, { settings }) =>
    settings['compression.extractive.recencyWindow'] === 0 ? length : undefined,
});

test.each<{ readonly recencyWindow?: number } & SettingValues>([
  {},
  { recencyWindow: 0, nearDedup: true, rollUp: true },
  { recencyWindow: 1, dedup: false, keepOrder: true, embedSummaryId: true },
])(
  'keeps every invariant in long sessions with the settings %j',
  { timeout: 60_000 },
  async (settings) => {
    const create = (): CompressionStrategy => createExtractiveStrategy({ settings });
    const report = await checkStrategy(
      // Without specs, the kit sets none of them.
      { ...extractive, settings: [], create },
      {
        runs: 200,
        tailStart: ({ length }) => (settings.recencyWindow === 0 ? length : undefined),
        histories: sessionArbitrary(),
      },
    );
    expect(report.counterexamples).toEqual([]);
  },
);
