import { fileOriginals } from '@palimpsest/originals/node';
import { sqliteSessions } from '@palimpsest/originals/sessions';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

test('removes expired sessions from the disk, and no others', async () => {
  const path = join(folder, 'expired');
  mkdirSync(path);
  const file = join(path, 'sessions.sqlite');
  const database = new DatabaseSync(file);
  for (const [name, now] of [
    ['new', Date.now()],
    ['old', 1_000],
  ] as const) {
    const store = sqliteSessions(database, { ttl: 60, now: () => now });
    const parts = [{ id: 'part', text: `text of the ${name} session` }];
    await store.commit(name, undefined, {
      version: name,
      state: `${name} state`,
      parts,
      unused: [],
    });
  }
  database.close();
  expect((await run(['prune', '--originals', 'expired'])).code).toBe(0);
  const text = readFileSync(file, 'latin1');
  expect(text).not.toMatch(/old state|text of the old session/);
  expect(text).toMatch(/new state/);
  expect(text).toContain('text of the new session');
});

test.each([['prune'], ['run', '--', 'true']])(
  '%s names a file of sessions that is no database',
  async (command, ...rest) => {
    const path = join(folder, 'damaged');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'sessions.sqlite'), 'no database, but a text');
    const { code, stderr } = await run([command, '--originals', 'damaged', ...rest]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/damaged\/sessions\.sqlite.*not a database.*Move the file away/);
  },
);
