import { scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { createPalimpsest, memoryOriginals, openOriginals } from '../src/index.ts';

const LOG = Array.from({ length: 80 }, (_, line) => `line ${line} of the build, ok`).join('\n');

/** Turns of a user and an agent whose answers are long. */
const turns = (count: number): object[] =>
  Array.from({ length: count }, (_, turn) => [
    { role: 'assistant', content: `Step ${turn}. ${LOG}` },
    { role: 'user', content: `Go on ${turn}.` },
  ]).flat();

test.each(
  ['one-shot', 'middle-out'].flatMap((first) =>
    ['top-down-truncation', 'high-density', 'extractive', 'salience'].map((second) => [
      first,
      second,
    ]),
  ),
)('a directive in the summary of %s survives %s', async (first, second) => {
  const palimpsest = createPalimpsest();
  const originals = await openOriginals(memoryOriginals(), { session: 'carried' });
  const model = scriptedProvider(['<state_snapshot>\nGoal: go on.\n</state_snapshot>']);
  const given = [{ role: 'user', content: 'Never push to main.' }, ...turns(8)];
  const options = { model, originals, targetTokens: 300 };
  const summarized = await palimpsest.compress(given, { ...options, strategy: first });
  expect(JSON.stringify(summarized.messages)).toContain('Never push to main.');
  const grown = [...summarized.messages, ...turns(6)];
  for (const targetTokens of [300, 100]) {
    const { messages } = await palimpsest.compress(grown, {
      ...options,
      strategy: second,
      targetTokens,
    });
    expect(JSON.stringify(messages)).toContain('Never push to main.');
  }
});
