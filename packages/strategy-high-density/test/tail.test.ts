import { createStrategy } from '@palimpsest/engine';
import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';
import { compress, compressed } from './compressed.ts';

const LONG = 'line\n'.repeat(100);

/** Exchanges of one call each, with two entries per exchange. */
function exchanges(count: number): IContent[] {
  const built = history();
  for (let at = 0; at < count; at += 1) built.call('read_file', { path: `${at}.ts` }).result(LONG);
  return built.build();
}

test('without a share set by the host, the newest fifth takes at most 30 % of the target', async () => {
  const before = exchanges(20);
  const kept = async (targetTokens: number): Promise<number | undefined> => {
    const context = testContext(before, { targetTokens });
    const runtimeContext = { ephemerals: {} };
    const { metadata } = await createStrategy(highDensity).compress({ ...context, runtimeContext });
    return metadata.bottomPreserved;
  };
  const fifth = countTokensByCharacters(before.slice(-8));
  expect(await kept(Math.ceil(fifth / 0.3) + 20)).toBe(8);
  expect(await kept(Math.floor(fifth / 0.3) - 20)).toBe(6);
  // The newest exchange stays, whatever it takes.
  expect(await kept(1)).toBe(2);
});

/** Returns the history as after a JSON round trip: new objects, no metadata. */
function reloaded(entries: readonly IContent[]): IContent[] {
  const plain = entries.map(({ speaker, blocks }) => ({ speaker, blocks }));
  return JSON.parse(JSON.stringify(plain)) as IContent[];
}

const say = (text: string): object[] => [{ type: 'text', text }];

test('keeps the tail start until entries are appended, also after a JSON round trip', async () => {
  const before = [...history().human('Go').build(), ...exchanges(20)];
  const options = { preserveThreshold: 0.4, targetTokens: 1_200 };
  const once = await compressed(before, options);
  expect(once.slice(0, 3)).toMatchObject([
    before[0],
    { speaker: 'ai', blocks: say('…') },
    {
      speaker: 'human',
      blocks: say('[24 entries between here and the newest 16 were dropped; 16 follow]'),
    },
  ]);
  for (const again of [once, reloaded(once)]) {
    for (const targetTokens of [1_200, 600, 100]) {
      expect(await compress(again, { ...options, targetTokens })).toHaveProperty('kind', 'noop');
    }
  }
  const more = [...once, ...exchanges(20)];
  expect((await compressed(more, options)).length).toBeLessThan(more.length);
});

test('one notice counts all removed entries of several compressions', async () => {
  const options = { preserveThreshold: 0.1, targetTokens: 300 };
  const older = [...history().human('Go').build(), ...exchanges(20)];
  const newer = [...history().human('More').build(), ...exchanges(20)];
  const twice = await compressed([...(await compressed(older, options)), ...newer], options);
  const notices = twice.filter(({ metadata }) => metadata?.reason === 'dropped-entries');
  const kept = [...older, ...newer].filter((entry) => twice.includes(entry));
  const removed = older.length + newer.length - kept.length;
  expect(notices.map(({ blocks }) => blocks)).toMatchObject([
    say(expect.stringMatching(`^\\[${removed} entries`) as string),
  ]);
});

test('keeps a notice that the user typed, and does not move the tail start for it', async () => {
  const typed = history()
    .human('[3 entries between here and the newest 4 were dropped; 4 follow]')
    .build();
  const before = [...exchanges(6), ...typed, ...exchanges(2)];
  const after = await compressed(before, { preserveThreshold: 0.1, targetTokens: 0 });
  expect(after).toContain(typed[0]);
  expect(after.slice(-4)).toEqual(before.slice(-4));
});
