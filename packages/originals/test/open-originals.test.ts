import { memoryOriginals, openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { expect, test } from 'vitest';

test.each([
  [{}, { session: 's' }, /^store: expected a store with put, .+, got an empty object\.$/],
  [undefined, { session: 's' }, /^store: expected a store with put, .+, got undefined\.$/],
  [memoryOriginals(), undefined, /^session: expected well-formed text .+, got undefined\./],
  [memoryOriginals(), null, /^session: expected well-formed text .+, got undefined\./],
  [
    memoryOriginals(),
    { session: 's', redcat: String },
    /^options: expected session or redact, got "redcat"\.$/,
  ],
])('says what is expected for %j and %j', async (store, options, message) => {
  const opened = openOriginals(store as OriginalsStore, options as { session: string });
  await expect(opened).rejects.toMatchObject({
    name: 'OriginalsError',
    message: expect.stringMatching(message),
  });
});

test('knows a compression that it saved while its records were being read', async () => {
  const store = memoryOriginals();
  const reads: (() => void)[] = [];
  let isSlow = false;
  const originals = await openOriginals(
    {
      ...store,
      async records(session) {
        const records = await store.records(session);
        if (isSlow) await new Promise<void>((resolve) => reads.push(resolve));
        return records;
      },
    },
    { session: 's' },
  );
  isSlow = true;
  const refreshed = originals.refresh();
  const marker = { role: 'user', content: '…1' };
  await originals.keep([{ role: 'user', content: 'long' }], [marker]);
  isSlow = false;
  reads[0]!();
  await refreshed;
  expect(originals.findProof(marker)).toBeDefined();
});

test('lists a compression once that was read before its own append returned', async () => {
  const store = memoryOriginals();
  const originals = await openOriginals(
    {
      ...store,
      async append(session, record) {
        await store.append(session, record);
        await originals.refresh();
      },
    },
    { session: 's' },
  );
  await originals.keep([{ role: 'user', content: 'long' }], [{ role: 'user', content: '…1' }]);
  expect(originals.list()).toHaveLength(1);
});

test('saves a compression again that another process deleted', async () => {
  const store = memoryOriginals();
  const originals = await openOriginals(store, { session: 's' });
  const before = [{ role: 'user', content: 'long' }];
  const after = [{ role: 'user', content: '…1' }];
  await originals.keep(before, after);
  await (await openOriginals(store, { session: 's' })).delete();
  await originals.keep(before, after);
  const restarted = await openOriginals(store, { session: 's' });
  expect((await restarted.restore(after)).messages).toEqual(before);
  expect(originals.list()).toHaveLength(1);
});
