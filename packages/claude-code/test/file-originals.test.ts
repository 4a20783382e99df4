import { OriginalsError } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { createFileOriginals } from '../src/file-originals.ts';

function createStore() {
  const files = new Map<string, string>();
  const store = createFileOriginals(
    {
      exists: async (path) => [...files.keys()].some((name) => name.startsWith(`${path}/`)),
      list: async (path) =>
        [...files.keys()].flatMap((name) =>
          name.startsWith(`${path}/`) ? [name.slice(path.length + 1)] : [],
        ),
      read: async (path) => files.get(path) ?? (await Promise.reject(new Error('ENOENT'))),
      write: async (path, text) => void files.set(path, text),
    },
    '/folder',
  );
  return { files, store };
}

test('keeps every record of a session, and says when there is a new one', async () => {
  const { store } = createStore();
  expect(await store.records('a')).toEqual([]);
  const before = await store.version!('a');
  await store.append('a', 'first');
  await store.append('a', 'second');
  await store.append('b', 'of another session');
  expect(await store.records('a')).toEqual(['first', 'second']);
  expect(await store.version!('a')).not.toBe(before);
});

test('returns originals by id, and nothing for a missing one', async () => {
  const { store, files } = createStore();
  await store.put('a', [{ id: '1f', text: 'one' }]);
  expect(await store.get('a', ['2f', '1f'])).toEqual([undefined, 'one']);
  expect([...files.keys()]).toEqual(['/folder/a/1f']);
  expect(() => store.delete('a')).toThrow(OriginalsError);
  expect(() => store.delete('a')).toThrow('Delete the folder /folder/a.');
});
