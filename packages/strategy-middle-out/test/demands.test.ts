import { isGeneratedSnapshot } from '@palimpsest/history';
import { expect, test } from 'vitest';
import { applied, compressed, say, textOf } from './compressed.ts';
import { DEMANDS } from './demands.ts';

/** A snapshot without any fact of the conversation. */
const FORGETFUL = '<state_snapshot>\nThey talked.\n</state_snapshot>';

/** A long conversation in which every directive occurs once, among other text. */
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

test('the sample has more than forty directives, of all five levels', () => {
  expect(DEMANDS.length).toBeGreaterThan(40);
  expect(new Set(DEMANDS.map(([force]) => force)).size).toBe(5);
});

test('keeps every directive verbatim when the model omits all of them', async () => {
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

test('directives keep their levels over ten compressions', async () => {
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
  expect(listed[0]!.length).toBeGreaterThan(40);
  for (const later of listed) expect(later).toEqual(listed[0]);
});
