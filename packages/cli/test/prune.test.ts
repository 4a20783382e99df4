import { fileOriginals } from '@palimpsest/originals/node';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { folder, run } = createCommand();

test('makes a folder of originals as small as asked, the oldest first', async () => {
  const path = join(folder, 'pruned');
  const session = `s-${'0'.repeat(40)}`;
  const originals = Array.from({ length: 30 }, (_, at) => {
    const text = `json:"${at} ${'x'.repeat(100_000)}"`;
    return { id: createHash('sha256').update(text).digest('hex'), text };
  });
  const store = fileOriginals(path);
  for (const one of originals) await store.put(session, [one]);
  const { code, stdout } = await run(['prune', '--originals', 'pruned', '--max-size', '1']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/pruned: [\d,]{9,} bytes before, [\d,]{6,7} after\n$/);
  const [first, last] = [originals[0]!, originals.at(-1)!];
  expect(await store.get(session, [first.id, last.id])).toEqual([undefined, last.text]);
});

test('a folder without originals is no error', async () => {
  const { code, stdout } = await run(['prune', '--originals', 'nothing']);
  expect([code, stdout]).toEqual([0, `${join(folder, 'nothing')}: no originals\n`]);
});
