import { OptionError } from '@palimpsest/core-types';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { listRecallable } from '@palimpsest/originals/recall';
import { expect, test } from 'vitest';
import { keeping, say } from './keeping.ts';

test('lists each original with its id, speaker, first line and size', async () => {
  const read = {
    role: 'tool',
    tool_call_id: 'a',
    name: 'read_file',
    content: '\n\n  first\nsecond',
  };
  const { originals, ids } = await keeping([say('hello'), read]);
  const [compression] = originals.list();
  const common = { compression: compression!.id, strategy: 'mine' };
  expect(await listRecallable(originals)).toEqual({
    total: 2,
    originals: [
      {
        id: ids[0],
        shortId: ids[0]!.slice(0, 8),
        ...common,
        speaker: 'human',
        firstLine: 'hello',
        characters: 5,
        lines: 1,
      },
      {
        id: ids[1],
        shortId: ids[1]!.slice(0, 8),
        ...common,
        speaker: 'tool',
        tool: 'read_file',
        firstLine: 'first',
        characters: 16,
        lines: 4,
      },
    ],
  });
});

test('pages list the originals in the order of their removal, each once', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 's' });
  const messages = Array.from({ length: 7 }, (_, index) => say(`m${index}`));
  await originals.keep(messages.slice(0, 4), [say('note 1')]);
  await originals.keep([say('other'), ...messages.slice(2)], [say('note 2')]);
  const lines = async (offset: number, limit: number): Promise<readonly string[]> =>
    (await listRecallable(originals, { offset, limit })).originals.map(
      ({ firstLine }) => firstLine,
    );
  expect(await lines(0, 3)).toEqual(['m0', 'm1', 'm2']);
  expect(await lines(3, 90)).toEqual(['m3', 'other', 'm4', 'm5', 'm6']);
  expect(await lines(8, 90)).toEqual([]);
});

test('lists an original that the store lost as missing', async () => {
  const { originals, ids } = await keeping([say('hello')]);
  const { originals: listed } = await listRecallable({
    ...originals,
    recall: async () => ({ kind: 'missing', reason: 'corrupt' }),
  });
  expect(listed).toEqual([
    expect.objectContaining({ id: ids[0], missing: 'corrupt', characters: 0 }),
  ]);
});

test.each([{ offset: -1 }, { limit: 0.5 }, { page: 1 }])(
  'rejects the options %j',
  async (options) => {
    const { originals } = await keeping([]);
    await expect(listRecallable(originals, options as object)).rejects.toThrow(OptionError);
  },
);
