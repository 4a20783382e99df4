import type { IContent } from '@palimpsest/core-types';
import { describeStrategy } from '@palimpsest/conformance/vitest';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';
import { extractive } from '../src/index.ts';
import { compressed, reloaded } from './compressed.ts';

describeStrategy(extractive, {
  runs: examples(400),
  // With a window of 0 there is no tail; otherwise the claim of the result counts.
  tailStart: ({ length }, { settings }) =>
    settings['compression.extractive.recencyWindow'] === 0 ? length : undefined,
});

test('compresses to any target for good, also where the marker legend decides', async () => {
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
