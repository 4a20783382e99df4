import { openOriginals, OriginalsError } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { createFileOriginals } from '../src/file-originals.ts';

test('another process restores and recalls what is in files, and none of it can be deleted', async () => {
  const files = new Map<string, string>();
  const store = createFileOriginals(
    {
      exists: async (path) => [...files.keys()].some((name) => name.startsWith(`${path}/`)),
      list: async (path) =>
        [...files.keys()].flatMap((name) =>
          name.startsWith(`${path}/`) ? [name.slice(path.length + 1).split('/')[0]!] : [],
        ),
      read: async (path) => files.get(path) ?? (await Promise.reject(new Error('ENOENT'))),
      write: async (path, text) => void files.set(path, text),
    },
    '/folder',
  );
  const before = ['one', 'two', 'three'];
  const writer = await openOriginals(store, { session: 'a' });
  await writer.keep(before, ['…', 'three']);
  await writer.keep(['…', 'three', 'four'], ['all', 'four']);
  const reader = await openOriginals(store, { session: 'a' });
  expect((await reader.restore(['all', 'four'])).messages).toEqual([...before, 'four']);
  expect(await reader.recall(reader.idOf('one'))).toMatchObject({ message: 'one' });
  const other = await openOriginals(store, { session: 'b' });
  expect(other.ids()).toEqual([]);
  expect([...files.keys()].every((path) => /^\/folder\/originals\/[\w-]+\//.test(path))).toBe(true);
  await expect(reader.delete()).rejects.toThrow(OriginalsError);
});
