import { createRecallIds, memoryOriginals, openOriginals } from '@palimpsest/originals';
import { expect, test } from 'vitest';

test('returns 8 digits of the id, and the position of a later result', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  const message = { role: 'tool', content: 'a' };
  const recallIdOf = createRecallIds(originals);
  const short = originals.idOf(message).slice(0, 8);
  expect([1, 2, 9_999].map((position) => recallIdOf(message, position))).toEqual([
    short,
    `${short}.2`,
    `${short}.9999`,
  ]);
});

test('returns no id for a position that a marker cannot express, or a message that cannot be saved', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  expect(createRecallIds(originals)({ role: 'tool' }, 10_000)).toBeUndefined();
  expect(createRecallIds(originals)({ run: () => {} }, 1)).toBeUndefined();
});

test('hashes each message once, by its saved content', () => {
  const hashed: unknown[] = [];
  const idOf = (content: unknown): string => {
    hashed.push(content);
    return 'a'.repeat(64);
  };
  const message = { native: 1, text: 'b' };
  const recallIdOf = createRecallIds({ idOf }, ({ text }: typeof message) => ({ text }));
  expect([recallIdOf(message, 1), recallIdOf(message, 2)]).toEqual(['aaaaaaaa', 'aaaaaaaa.2']);
  expect(hashed).toEqual([{ text: 'b' }]);
});
