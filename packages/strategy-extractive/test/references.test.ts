import type { IContent } from '@palimpsest/core-types';
import { repairHistory } from '@palimpsest/engine/history';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';
import { compress, reloaded } from './compressed.ts';
import { danglingReferences } from './references-resolve.ts';
import { sessions } from './session-arbitrary.ts';

const cases = fc.record({
  start: sessions.map((entries) => repairHistory(entries).history),
  ratio: fc.constantFrom(0, 0.1, 0.25, 0.4, 0.6, 0.8, 0.95),
  rounds: fc.integer({ min: 1, max: 3 }),
  settings: fc.record({
    recencyWindow: fc.constantFrom(0, 1, 4),
    nearDedup: fc.boolean(),
    nearThreshold: fc.constantFrom(0.5, 0.85),
  }),
});

test('no generated reference points to a text that was removed', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ start, ratio, rounds, settings }) => {
      let before: readonly IContent[] = start;
      for (let round = 0; round < rounds; round += 1) {
        const forged = new Set(danglingReferences(before));
        const targetTokens = Math.floor(ratio * countTokensByCharacters(before));
        const result = await compress(before, { targetTokens, options: { settings } });
        const after = result.kind === 'applied' ? result.newHistory : before;
        expect(danglingReferences(after).filter((text) => !forged.has(text))).toEqual([]);
        before = reloaded([...after, ...start.slice(0, 5)]);
        if (repairHistory(before).history !== before) return;
      }
    }),
    { numRuns: examples(100) },
  );
});
