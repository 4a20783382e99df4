import { isGeneratedSnapshot } from '@palimpsest/history';
import { expect, test } from 'vitest';
import { applied, compressed, say, textOf } from './compressed.ts';
import { DEMANDS } from './demands.ts';

/** Says nothing of what it was shown. */
const FORGETFUL = '<state_snapshot>\nThey talked.\n</state_snapshot>';

/** A long conversation in which every demand is made once, among small talk and work. */
function conversation() {
  const entries = [say('human', 'Please fix the build.')];
  for (const [index, [, demand]] of DEMANDS.entries()) {
    entries.push(say('ai', `I looked at part ${index}. ${'It does this and that. '.repeat(10)}`));
    entries.push(
      say('human', `Thanks for part ${index}, that looks fine. ${demand} Tell me how it goes.`),
    );
  }
  for (let index = 0; index < 60; index += 1)
    entries.push(say(index % 2 === 0 ? 'ai' : 'human', `Later ${index}.`));
  return entries;
}

test('there are demands of every force, more than fifty', () => {
  expect(DEMANDS.length).toBeGreaterThan(50);
  expect(new Set(DEMANDS.map(([force]) => force)).size).toBe(5);
});

test('a model that forgets everything cannot lose a demand, nor its words', async () => {
  const { result } = await compressed(
    conversation(),
    {
      runtimeContext: {
        ephemerals: { topPreserveThreshold: () => 0, preserveThreshold: () => 0.1 },
      },
    },
    [FORGETFUL],
  );
  const text = applied(result).map(textOf).join('\n');
  const lost = DEMANDS.filter(([, demand]) => !text.includes(demand));
  expect(lost).toEqual([]);
});

test('a demand keeps its force, once and after ten compressions', async () => {
  let entries = conversation();
  const listed: string[][] = [];
  for (let round = 0; round < 10; round += 1) {
    const { result } = await compressed(
      entries,
      {
        runtimeContext: {
          ephemerals: { topPreserveThreshold: () => 0, preserveThreshold: () => 0.1 },
        },
      },
      [FORGETFUL],
    );
    entries = applied(result);
    const snapshot = textOf(entries.find(isGeneratedSnapshot)!);
    listed.push(snapshot.split('\n').filter((line) => line.startsWith('- (')));
    for (let index = 0; index < 12; index += 1)
      entries.push(
        say(
          index % 2 === 0 ? 'ai' : 'human',
          `Round ${round}, ${index}. ${'So it went on. '.repeat(9)}`,
        ),
      );
  }
  expect(listed[0]!.length).toBeGreaterThan(50);
  for (const later of listed) expect(later).toEqual(listed[0]);
});
