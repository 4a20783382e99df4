import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sessionKey } from '../src/session-name.ts';
import { sha256 } from '../src/sha256.ts';
import { say, talk } from './conversation.ts';

const root = mkdtempSync(join(tmpdir(), 'originals-damaged-'));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;
const directory = (): string => join(root, String((count += 1)));

const session = sessionKey('s');
const stored = (text: string) => ({ id: sha256(text), text });
const packsIn = (path: string): string[] =>
  readdirSync(join(path, session))
    .filter((name) => name.endsWith('.pack'))
    .map((name) => join(path, session, name));

const damages: readonly (readonly [string, (pack: string) => void])[] = [
  ['a changed text', (pack) => writeFileSync(pack, readFileSync(pack, 'utf8').replace('m1', 'm0'))],
  ['a missing end', (pack) => truncateSync(pack, readFileSync(pack).length - 1)],
  ['a missing first line', (pack) => writeFileSync(pack, 'no json\n')],
  ['no bytes', (pack) => writeFileSync(pack, '')],
];

test.each(damages)(
  'repairs a pack with %s when the same messages are saved again',
  async (_, damage) => {
    const path = directory();
    const before = talk(1, 4);
    const after = [say('[all]')];
    const writer = await openOriginals(fileOriginals(path), { session: 's' });
    await writer.keep(before, after);
    const [pack] = packsIn(path);
    damage(pack!);
    const damaged = await openOriginals(fileOriginals(path), { session: 's' });
    expect((await damaged.restore(after)).missing).not.toEqual([]);
    await writer.keep(before, after);
    for (const reader of [
      writer,
      damaged,
      await openOriginals(fileOriginals(path), { session: 's' }),
    ]) {
      expect(await reader.restore(after)).toMatchObject({ messages: before, missing: [] });
    }
    const packs = packsIn(path);
    await writer.keep(before, after);
    expect(packsIn(path), 'a healed pack is not written again').toEqual(packs);
  },
);

test('rewrites only the damaged originals of a pack', async () => {
  const path = directory();
  const store = fileOriginals(path);
  const originals = [stored('m1 is short'), stored('x'.repeat(10_000))];
  await store.put(session, originals);
  damages[0]![1](packsIn(path)[0]!);
  await store.put(session, originals);
  const sizes = packsIn(path).map((pack) => readFileSync(pack).length);
  expect(Math.min(...sizes)).toBeLessThan(200);
  expect(
    await store.get(
      session,
      originals.map(({ id }) => id),
    ),
  ).toEqual(originals.map(({ text }) => text));
});

const unfinished = (pid: number, host = sha256(hostname()).slice(0, 8)): string =>
  `.${host}-${pid}-${'0'.repeat(36)}.tmp`;

test('removes temporary files of killed processes on the first write, and keeps those of running ones', async () => {
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'close');
  const path = directory();
  mkdirSync(join(path, session), { recursive: true });
  const dead = unfinished(killed.pid!);
  const alive = [unfinished(process.pid), unfinished(killed.pid!, '00000000')];
  for (const name of [dead, ...alive]) writeFileSync(join(path, session, name), 'half');
  await fileOriginals(path).put(session, [stored('a')]);
  const left = readdirSync(join(path, session));
  expect(left).not.toContain(dead);
  expect(left).toEqual(expect.arrayContaining(alive));
});

test('removes the temporary file of a process that was killed during a write', async () => {
  const path = directory();
  const script = `
    import { fileOriginals } from '@palimpsest/originals/node';
    import { watch } from 'node:fs';
    import { mkdirSync } from 'node:fs';
    const folder = process.argv[1] + '/${session}';
    mkdirSync(folder, { recursive: true });
    watch(folder, () => process.kill(process.pid, 'SIGKILL'));
    const text = 'x'.repeat(30_000_000);
    await fileOriginals(process.argv[1]).put('${session}', [{ id: '${'0'.repeat(64)}', text }]);
    await new Promise((resolve) => setTimeout(resolve, 20_000));`;
  const child = spawn(
    process.execPath,
    ['--conditions=@palimpsest/source', '--input-type=module', '-e', script, path],
    { cwd: import.meta.dirname },
  );
  const [, signal] = (await once(child, 'close')) as [unknown, string];
  expect(signal).toBe('SIGKILL');
  await fileOriginals(path).put(session, [stored('a')]);
  expect(readdirSync(join(path, session)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
}, 60_000);

test.each<[string, string, (folder: string, other: string) => void]>([
  [
    'a symbolic link',
    'the folder of a session, got a symbolic link',
    (folder, other) => symlinkSync(other, folder),
  ],
  ['a file', 'the folder of a session, got a file', (folder) => writeFileSync(folder, '')],
])('%s in place of a session is refused by every call', async (_, said, make) => {
  const [path, other] = [directory(), directory()];
  for (const name of [path, other]) mkdirSync(name);
  writeFileSync(join(other, `${'0'.repeat(64)}.pack`), 'theirs');
  make(join(path, session), other);
  let time = Date.now();
  const store = fileOriginals(path, { maxAgeMs: 1, now: () => time });
  for (const call of [
    () => store.put(session, [stored('a')]),
    () => store.get(session, [sha256('a')]),
    () => store.append(session, '{}'),
    () => store.records(session),
    () => store.delete(session),
    () => openOriginals(store, { session: 's' }),
  ]) {
    await expect((async () => await call())()).rejects.toMatchObject({
      name: 'OriginalsError',
      code: 'BAD_STORE',
      message: expect.stringContaining(said) as string,
    });
  }
  time += 1_000_000;
  await store.prune();
  expect(readdirSync(other)).toEqual([`${'0'.repeat(64)}.pack`]);
});

test.each<[string, (path: string) => void]>([
  ['a folder', (path) => mkdirSync(path)],
  ['a symbolic link', (path) => symlinkSync('/dev/zero', path)],
])('%s named like a pack is named in the error', async (kind, make) => {
  const path = directory();
  const store = fileOriginals(path);
  await store.put(session, [stored('a')]);
  make(join(path, session, `${'0'.repeat(64)}.pack`));
  for (const call of [
    () => store.put(session, [stored('b')]),
    () => store.get(session, [sha256('a')]),
  ]) {
    await expect((async () => await call())()).rejects.toMatchObject({
      code: 'BAD_STORE',
      message: expect.stringMatching(
        new RegExp(`0\\.pack": expected a file of originals, got ${kind}\\.`),
      ) as string,
    });
  }
});

test('rejects a directory below a file with BAD_STORE', async () => {
  const path = directory();
  writeFileSync(path, '');
  await expect(
    Promise.resolve().then(() => fileOriginals(path).put(session, [stored('a')])),
  ).rejects.toMatchObject({ code: 'BAD_STORE' });
});
