import { OptionError } from '@palimpsest/core-types';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { expect, test } from 'vitest';
import { mastraAdapter } from '../src/index.ts';

test.each([
  ['a name nobody knows', { widow: 1 }],
  ['a moment nobody knows', { when: 'later' }],
])('rejects %s', (_what, options) => {
  expect(() => mastraAdapter(options as never)).toThrow(OptionError);
});

test('uses the given originals', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 'alice/42' });
  expect(await mastraAdapter({ originals }).originals).toBe(originals);
});

test('the recall tool has the name and the description of `RECALL_TOOL`', () => {
  const { id, description } = mastraAdapter().recallTool;
  expect([id, description]).toEqual([RECALL_TOOL.name, RECALL_TOOL.description]);
});
