import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { applied, compress, compressed } from './compressed.ts';

const SAID = 'what was said here takes some room too '.repeat(6);

/** Returns the roles as chat templates assign them: tool results belong to the user. */
const rolesOf = (entries: readonly IContent[]): string =>
  entries.map(({ speaker }) => (speaker === 'ai' ? 'assistant' : 'user')).join(' ');

const TAKING_TURNS = /^user(?: assistant user)*(?: assistant)?$/;

/** A model entry with a text and a tool call, and its result. */
function saidAndDone(text: string, id: string): IContent[] {
  const [call, result] = history()
    .call('look', { at: id }, { id })
    .result('line\n'.repeat(60))
    .build();
  return [{ ...call!, blocks: [{ type: 'text', text }, ...call!.blocks] }, result!];
}

/** Turns in which the user asks, the model calls tools, comments on them, and replies. */
function session(turns: number): IContent[] {
  return Array.from({ length: turns }, (_, turn) => [
    ...history().human(`${turn}? ${SAID}`).build(),
    ...history()
      .call('glob', {}, { id: `glob-${turn}`, thought: SAID })
      .result('a.ts')
      .build(),
    ...saidAndDone(`Now the first of ${turn}.`, `first-${turn}`),
    ...saidAndDone(`Now the second of ${turn}.`, `second-${turn}`),
    ...history().ai(`${turn}! ${SAID}`).build(),
  ]).flat();
}

test.each([0.05, 0.2, 0.5])(
  'user and assistant still alternate, and the user is first, at any target: tail %s',
  async (preserveThreshold) => {
    const whole = session(8);
    for (const before of [whole, whole.slice(0, -1), whole.slice(0, -3)]) {
      expect(rolesOf(before)).toMatch(TAKING_TURNS);
      for (let share = 0; share < 1; share += 0.05) {
        const targetTokens = Math.floor(share * countTokensByCharacters(before));
        const { newHistory } = applied(await compress(before, { targetTokens, preserveThreshold }));
        expect(rolesOf(newHistory)).toMatch(TAKING_TURNS);
      }
    }
  },
);

test('user and assistant alternate after many compressions of a growing session', async () => {
  const whole = session(16);
  let now: readonly IContent[] = [];
  for (let at = 0; at < whole.length; at += 16) {
    now = await compressed([...now, ...whole.slice(at, at + 16)], { targetTokens: 900 });
    expect(rolesOf(now)).toMatch(TAKING_TURNS);
  }
  expect(now.length).toBeLessThan(whole.length / 2);
});

test('merges the model text next to removed calls into one message', async () => {
  const before = session(3);
  let targetTokens = countTokensByCharacters(before);
  let result = await compress(before, { targetTokens });
  while (result.metadata.dropped?.toolCalls !== 6) {
    targetTokens -= 10;
    result = await compress(before, { targetTokens });
  }
  const { newHistory, metadata } = applied(result);
  expect(metadata.dropped).toEqual({ thinkingBlocks: 3, toolCalls: 6 });
  const texts = newHistory
    .slice(0, -8)
    .map(({ blocks }) =>
      blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join(' + '),
    );
  expect(texts).toEqual([
    `0? ${SAID}`,
    '…',
    expect.stringMatching(/^\[8 entries/),
    'Now the first of 0. + Now the second of 0.',
    '…',
    `0! ${SAID}`,
    `1? ${SAID}`,
    'Now the first of 1. + Now the second of 1.',
    '…',
    `1! ${SAID}`,
  ]);
  expect(metadata.provenance?.[3]).toEqual({ sources: [3, 5], reason: 'summary' });
});
