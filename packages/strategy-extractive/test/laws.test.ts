import type { CompressionStrategy, IContent, SettingValues } from '@palimpsest/core-types';
import { checkStrategy } from '@palimpsest/conformance';
import { describeStrategy } from '@palimpsest/conformance/vitest';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';
import { extractive } from '../src/index.ts';
import { compressed, createExtractiveStrategy, reloaded } from './compressed.ts';
import { sessionArbitrary } from './session-arbitrary.ts';

describeStrategy(extractive, {
  runs: examples(400),
  // With a window of 0 there is no tail; otherwise the claim of the result counts.
  tailStart: ({ length }, { settings }) =>
    settings['compression.extractive.recencyWindow'] === 0 ? length : undefined,
});

test.each<{ readonly recencyWindow?: number } & SettingValues>([
  {},
  { recencyWindow: 0, nearDedup: true },
  { recencyWindow: 1, dedup: false },
])(
  'keeps every invariant in long sessions with the settings %j',
  { timeout: 300_000 },
  async (settings) => {
    const create = (): CompressionStrategy => createExtractiveStrategy({ settings });
    const report = await checkStrategy(
      // Without specs, the kit sets none of them.
      { ...extractive, settings: [], create },
      {
        runs: examples(200),
        tailStart: ({ length }) => (settings.recencyWindow === 0 ? length : undefined),
        histories: sessionArbitrary(),
      },
    );
    expect(report.counterexamples).toEqual([]);
  },
);

test('compresses to any target for good, also where the marker legend decides (`pnpm fuzz --seed 1129 --case 422409`)', async () => {
  const rules = [
    'In src/pool.ts the function acquireConnection throws at the limit.',
    'We talked about lunch for a while.',
    'No, do not deploy on the old cluster.',
    'Please review the retry policy before Friday.',
  ];
  const [one, two, three] = ['first', 'second', 'third'].map((name) =>
    [`Here is the ${name} version of the note.`, ...rules].join('\n'),
  );
  const thinking: IContent = { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'Hm.' }] };
  const entries = history()
    .ai('Hello.')
    .human(one!)
    .human(two!)
    .human(three!)
    .entry(thinking)
    .system('A rule of the system. '.repeat(120))
    .human('Go on.')
    .build();
  for (let targetTokens = 1; targetTokens < countTokensByCharacters(entries); targetTokens += 1) {
    const once = await compressed(entries, { targetTokens });
    expect(await compressed(reloaded(once), { targetTokens })).toEqual(once);
  }
});
