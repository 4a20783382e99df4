import {
  compress,
  memoryOriginals,
  openOriginals,
  type CompressOptions,
  type Originals,
} from 'palimpsest';
import { expect, test } from 'vitest';
import { readingSession } from './sessions.ts';

/** Compresses a growing session in three rounds. Each round starts like a new process: with the store and plain messages. */
async function grow(
  all: readonly unknown[],
  options: CompressOptions,
  open: () => Promise<Originals | undefined>,
): Promise<unknown[]> {
  let messages: unknown[] = [];
  let seen = 0;
  for (const end of [Math.floor(all.length / 2), Math.floor(all.length * 0.8), all.length]) {
    const originals = await open();
    const given = read([...messages, ...all.slice(seen, end)]);
    seen = end;
    ({ messages } = await compress(given, {
      ...options,
      ...(originals === undefined ? {} : { originals }),
    }));
  }
  return messages;
}

const read = (messages: readonly unknown[]): unknown[] =>
  JSON.parse(JSON.stringify(messages)) as unknown[];

const notices = (messages: readonly unknown[]): number =>
  messages.filter((message) => /were dropped; \d+ follow/.test(JSON.stringify(message))).length;

test.each([
  ['salience', 1],
  ['high-density', 3],
])(
  'what several compressions by %s took out comes back byte for byte, from messages another process wrote',
  async (strategy, rounds) => {
    const store = memoryOriginals();
    const all = readingSession(60);
    const options = { strategy, targetRatio: 0.4 };
    const messages = await grow(all, options, () => openOriginals(store, { session: 'a' }));
    const originals = await openOriginals(store, { session: 'a' });
    const restored = await originals.restore(read(messages));
    expect(JSON.stringify(restored.messages)).toBe(JSON.stringify(all));
    expect(restored).toMatchObject({ rounds, missing: [], ambiguous: [] });
  },
);

test('replaces a dropped notice of another process when the store proves it', async () => {
  const store = memoryOriginals();
  const all = readingSession(80);
  const options = { strategy: 'high-density', targetRatio: 0.1 };
  const proven = await grow(all, options, () => openOriginals(store, { session: 'b' }));
  expect(notices(proven)).toBe(1);
  expect(notices(await grow(all, options, () => Promise.resolve(undefined)))).toBeGreaterThan(1);
});

test('saves nothing for a history that stays unchanged', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 'd' });
  await compress(readingSession(3), { originals });
  expect(originals.list()).toEqual([]);
});
