import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { listOriginals } from '@palimpsest/originals/search';
import { expect, test } from 'vitest';
import { keeping, say } from './recall/keeping.ts';

const result = {
  role: 'tool',
  tool_call_id: 'a',
  name: 'read_file',
  content: '\n\n  first\nsecond',
};

test.each<[object, string]>([
  [say('hello'), 'user (1 line, 5 characters): hello'],
  [{ role: 'assistant', content: 'hi' }, 'assistant (1 line, 2 characters): hi'],
  [result, 'tool read_file (4 lines, 16 characters): first'],
  [{ kind: 'event' }, '(3 lines, 21 characters): {'],
])('lists %j with its id, role, tool, size and first line', async (message, line) => {
  const { originals, ids } = await keeping([message]);
  const id = ids[0]!.slice(0, 8);
  expect(await listOriginals(originals, {})).toBe(`[messages 1 to 1 of 1]\n${id} ${line}`);
});

test.each([
  ['absent', 'no longer in the store'],
  ['corrupt', 'damaged in the store'],
] as const)('lists an original that is %s as %s', async (reason, text) => {
  const { originals, ids } = await keeping([say('hello')]);
  const lossy = { ...originals, recallAll: async () => [{ kind: 'missing', reason } as const] };
  expect(await listOriginals(lossy, {})).toContain(`${ids[0]!.slice(0, 8)} ${text}`);
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
