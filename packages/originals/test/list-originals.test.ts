import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { listOriginals } from '@palimpsest/originals/search';
import { expect, test } from 'vitest';
import { keeping, say } from './recall/keeping.ts';

test('lists each original with its id, speaker, tool, size and first line', async () => {
  const content = '\n\n  first\nsecond';
  const read = { role: 'tool', tool_call_id: 'a', name: 'read_file', content };
  const { originals, ids } = await keeping([say('hello'), read]);
  const [one, two] = ids.map((id) => id.slice(0, 8));
  expect(await listOriginals(originals, {})).toBe(
    [
      '[messages 1 to 2 of 2]',
      `${one} human (1 line, 5 characters): hello`,
      `${two} tool read_file (4 lines, 16 characters): first`,
    ].join('\n'),
  );
});

test('pages list the originals in the order of their removal, each once', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  const messages = Array.from({ length: 7 }, (_, index) => say(`m${index}`));
  await originals.keep(messages.slice(0, 4), [say('note 1')]);
  await originals.keep([say('other'), ...messages.slice(2)], [say('note 2')]);
  const lines = async (offset: number, limit: number): Promise<readonly string[]> =>
    (await listOriginals(originals, { offset, limit }))
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^.*: /, ''));
  expect(await lines(0, 3)).toEqual(['m0', 'm1', 'm2']);
  expect(await lines(3, 90)).toEqual(['m3', 'other', 'm4', 'm5', 'm6']);
  expect(await lines(8, 90)).toEqual([]);
});

test('lists an original that the store lost as missing', async () => {
  const { originals, ids } = await keeping([say('hello')]);
  const listed = await listOriginals(
    { ...originals, recallAll: async () => [{ kind: 'missing', reason: 'corrupt' }] },
    {},
  );
  expect(listed).toContain(`${ids[0]!.slice(0, 8)} damaged in the store`);
});
