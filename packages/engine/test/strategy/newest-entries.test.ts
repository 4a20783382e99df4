import type { IContent } from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { answerWithin, createStrategy, defineStrategy } from '../../src/index.ts';

const OFFER = 'x'.repeat(300);

function estimateTokens(entries: readonly IContent[]): number {
  return entries
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

/** Returns what `answerWithin` finds, counted in characters. */
async function answerAt(targetTokens: number): Promise<number | undefined> {
  let found: number | undefined;
  const strategy = defineStrategy({
    name: 'looks',
    description: 'Changes nothing.',
    humanText: 'kept',
    async plan(input) {
      found = await answerWithin(input);
      return {};
    },
  });
  const entries = history().human('y'.repeat(2_000)).ai(OFFER).human('Yes.').build();
  await createStrategy(strategy).compress(testContext(entries, { targetTokens, estimateTokens }));
  return found;
}

test('finds the answer up to 30 % of the target', async () => {
  expect(await answerAt(1_000)).toBe(1);
  expect(await answerAt(999)).toBe(-1);
});
