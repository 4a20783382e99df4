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
