import { memoryOriginals, openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { expect, test } from 'vitest';

test.each([
  [{}, { session: 's' }, /^store: expected a store with put, .+, got an empty object\.$/],
  [undefined, { session: 's' }, /^store: expected a store with put, .+, got undefined\.$/],
  [memoryOriginals(), undefined, /^session: expected well-formed text .+, got undefined\./],
  [memoryOriginals(), null, /^session: expected well-formed text .+, got undefined\./],
])('says what is expected for %j and %j', async (store, options, message) => {
  const opened = openOriginals(store as OriginalsStore, options as { session: string });
  await expect(opened).rejects.toMatchObject({
    name: 'OriginalsError',
    message: expect.stringMatching(message),
  });
});
