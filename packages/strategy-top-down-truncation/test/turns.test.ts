import { createStrategy } from '@palimpsest/engine';
import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { topDownTruncation } from '../src/index.ts';

/** The roles as a chat template reads them: a tool result is a user turn. */
const rolesOf = (entries: readonly IContent[]): string =>
  entries.map(({ speaker }) => (speaker === 'ai' ? 'assistant' : 'user')).join(' ');

const TAKING_TURNS = /^user(?: assistant user)*(?: assistant)?$/;

/** Turns with a user message, two tool calls, an answer, and up to two short exchanges of text. */
function session(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built.human(`Where is gate ${turn}?`);
    for (const at of ['first', 'second']) {
      built.call('look', { at }, { id: `${at}-${turn}` }).result(`Not in the ${at} hall.`);
    }
    built.ai(`Gate ${turn} is in no hall.`);
    for (let at = 0; at < turn % 3; at += 1) built.human('Right.').ai('Yes.');
  }
  return built.build();
}

const isSecondAnswer = (entry: IContent): boolean =>
  entry.blocks.some((block) => block.type === 'text' && block.text.startsWith('Gate 2 '));
const isSecondQuestion = (entry: IContent): boolean =>
  entry.blocks.some((block) => block.type === 'text' && block.text.startsWith('Where is gate 2?'));

test.each([
  ['nothing is pinned', () => false],
  ['an answer is pinned', isSecondAnswer],
  ['a question is pinned', isSecondQuestion],
])('user and assistant still alternate, from a user turn on, when %s', async (_, pinned) => {
  const strategy = createStrategy(topDownTruncation);
  const whole = session(9);
  expect(rolesOf(whole)).toMatch(TAKING_TURNS);
  for (const before of [whole, whole.slice(0, -1), whole.slice(0, -4)]) {
    for (let share = 0; share < 1; share += 0.05) {
      const targetTokens = Math.floor(share * countTokensByCharacters(before));
      const result = await strategy.compress(testContext(before, { targetTokens, pinned }));
      expect(result.kind).toBe('applied');
      const after = result.kind === 'applied' ? result.newHistory : [];
      expect(rolesOf(after)).toMatch(TAKING_TURNS);
    }
  }
});
