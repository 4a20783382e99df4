import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/engine/directives';
import { countTokensByCharacters, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  conversation,
  isDirectivesNote,
  smallTalk,
  textOf,
  withDirectives,
  wordsIn,
} from './directive-conversations.ts';
import { createForgetful, PLUGINS } from '../../src/strategies.ts';
import { BINDING_DIRECTIVES, DIRECTIVES } from './directive-texts.ts';

const ROUNDS = 10;

async function compress(
  strategy: CompressionStrategy,
  history: readonly IContent[],
  targetTokens: number,
): Promise<readonly IContent[]> {
  const context = testContext(history, {
    targetTokens,
    preserveThreshold: 0.1,
    ephemerals: { topPreserveThreshold: () => 0 },
  });
  const result = await strategy.compress(context);
  const after = result.kind === 'applied' ? result.newHistory : history;
  const { shortfallTokens = 0 } = result.metadata;
  expect(countTokensByCharacters(after)).toBeLessThanOrEqual(targetTokens + shortfallTokens);
  return after;
}

const lostFrom = (history: readonly IContent[], directives: readonly string[]): string[] => {
  const words = wordsIn(history);
  return directives.filter((directive) => !words.includes(directive));
};

const LENGTHS = [
  ['short', false],
  ['long', true],
] as const;
const cases = PLUGINS.flatMap((plugin) =>
  LENGTHS.map(([length, isLong]) => ({ name: plugin.name, plugin, length, isLong })),
);

test('each listed text is one directive of its level, and more than forty are binding', () => {
  for (const [level, text] of DIRECTIVES) {
    expect([text, findDirectives(text).map((found) => found.level)]).toEqual([text, [level]]);
  }
  expect(BINDING_DIRECTIVES.length).toBeGreaterThan(40);
});

test.each(cases)(
  '$name keeps all binding directives of $length messages over ten compressions',
  { timeout: 300_000 },
  async ({ plugin, isLong }) => {
    const strategy = withDirectives(createForgetful(plugin));
    let entries: readonly IContent[] = conversation(BINDING_DIRECTIVES, isLong);
    const targetTokens = Math.floor(countTokensByCharacters(entries) * 0.25);
    let smaller = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = countTokensByCharacters(entries);
      entries = await compress(strategy, entries, Math.min(targetTokens, Math.floor(before * 0.9)));
      if (countTokensByCharacters(entries) < before) smaller += 1;
      expect([round, lostFrom(entries, BINDING_DIRECTIVES)]).toEqual([round, []]);
      entries = [...entries, ...smallTalk(`round ${round}`, 12)];
    }
    // Some strategies have nothing to remove in a round; in a few, each of them has to compress.
    expect(smaller).toBeGreaterThan(3);
    const notes = entries.filter(isDirectivesNote).map(textOf).join('\n');
    for (const directive of BINDING_DIRECTIVES) {
      const mentions = notes.split(directive).length - 1;
      expect(mentions).toBeLessThanOrEqual(1);
    }
  },
);

test(
  'without `withDirectives`, some strategies lose directives',
  { timeout: 300_000 },
  async () => {
    const losing: string[] = [];
    for (const { name, plugin, length, isLong } of cases) {
      const entries = conversation(BINDING_DIRECTIVES, isLong);
      const target = Math.floor(countTokensByCharacters(entries) * 0.1);
      const after = await compress(createForgetful(plugin), entries, target);
      if (lostFrom(after, BINDING_DIRECTIVES).length > 0) losing.push(`${name}, ${length}`);
    }
    expect(losing).toContain('top-down-truncation, short');
  },
);
