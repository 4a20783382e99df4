import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sessionKey } from '../src/session-name.ts';
import { sha256 } from '../src/sha256.ts';
import { contents, say, talk } from './conversation.ts';
import { storeContract } from './store-contract.ts';

const root = mkdtempSync(join(tmpdir(), 'originals-'));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;
const directory = (): string => {
  count += 1;
  return join(root, 'below', String(count));
};

storeContract('files', () => Promise.resolve(fileOriginals(directory())));

const stored = (text: string) => ({ id: sha256(text), text });
const files = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
const packOf = (path: string): string =>
  join(
    path,
    files(path).find((name) => name.endsWith('.pack'))!,
  );

test('lets only the owner read saved originals, and leaves no temporary files', async () => {
  const path = directory();
  const originals = await openOriginals(fileOriginals(path), { session: 'a/../b: "c"' });
  await originals.keep(talk(1, 5), [say('[note]')]);
  const [folder, ...rest] = files(path);
  expect(folder).toBe(sessionKey('a/../b: "c"'));
  expect(
    rest.map((name) =>
      name
        .replace(/[0-9a-f]{64}/, 'hash')
        .split('/')
        .at(-1),
    ),
  ).toEqual(['hash.pack', 'manifest.jsonl']);
  for (const name of [path, join(path, folder!)]) expect(statSync(name).mode & 0o777).toBe(0o700);
  for (const name of rest) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
});

test('rejects session names that openOriginals did not create, and invalid options', async () => {
  const store = fileOriginals(directory());
  for (const session of ['..', 'a/b', '', '../../tmp', '.', 'A-0', 'x'.repeat(50)]) {
    const said = 'a name made by openOriginals';
    await expect(Promise.resolve().then(() => store.put(session, [stored('a')]))).rejects.toThrow(
      said,
    );
    await expect(Promise.resolve().then(() => store.get(session, []))).rejects.toThrow(said);
    await expect(Promise.resolve().then(() => store.append(session, '{}'))).rejects.toThrow(said);
    await expect(Promise.resolve().then(() => store.records(session))).rejects.toThrow(said);
    await expect(Promise.resolve().then(() => store.delete(session))).rejects.toThrow(said);
  }
  expect(() => fileOriginals('')).toThrow('directory: expected the path of a directory, got "".');
  expect(() => fileOriginals('x', { maxAgeMs: -1 })).toThrow(
    'maxAgeMs: expected a number of 0 or more, or Infinity, got -1.',
  );
});

test('skips and counts a torn manifest line, and reads all others', async () => {
  const path = directory();
  const session = { session: 's' };
  const first = await openOriginals(fileOriginals(path), session);
  const before = talk(1, 9);
  const after = [say('[1-3]'), ...before.slice(3)];
  await first.keep(before, after);
  const manifest = join(path, sessionKey('s'), 'manifest.jsonl');
  appendFileSync(manifest, readFileSync(manifest, 'utf8').trim().slice(0, 100));
  const second = await openOriginals(fileOriginals(path), session);
  expect(second.damaged).toBe(1);
  const again = [say('[all]'), ...after.slice(3)];
  await second.keep(after, again);
  const third = await openOriginals(fileOriginals(path), session);
  expect(await third.restore(again)).toMatchObject({ messages: before, rounds: 2, damaged: 1 });
});

test('reports changed or truncated originals as corrupt, and those of an unreadable pack as absent', async () => {
  const path = directory();
  const originals = await openOriginals(fileOriginals(path), { session: 's' });
  const before = talk(1, 4);
  const after = [say('[1]'), before[1]!, say('[3]'), before[3]!];
  const kept = await originals.keep(before, after);
  const pack = packOf(path);
  writeFileSync(pack, readFileSync(pack, 'utf8').replace('"m1"', '"m0"'));
  const changed = await originals.restore(after);
  expect(contents(changed.messages)).toEqual(['[1]', 'm2', 'm3', 'm4']);
  expect(changed.missing).toMatchObject([{ reason: 'corrupt', ids: [kept?.originals[0]] }]);
  truncateSync(pack, statSync(pack).size - 1);
  expect((await originals.restore(after)).missing).toMatchObject([
    { reason: 'corrupt', index: 0 },
    { reason: 'corrupt', index: 2 },
  ]);
  for (const head of ['', 'no json\n', '{"originals":7}\n', '{"originals":[["../x",1]]}\n']) {
    writeFileSync(pack, head);
    const reader = await openOriginals(fileOriginals(path), { session: 's' });
    expect((await reader.restore(after)).missing).toMatchObject([
      { reason: 'absent' },
      { reason: 'absent' },
    ]);
  }
  writeFileSync(pack, `{"originals":[["${kept?.originals[0]}",9007199254740991]]}\n`);
  const reader = await openOriginals(fileOriginals(path), { session: 's' });
  expect((await reader.restore(after)).missing).toMatchObject([
    { reason: 'corrupt' },
    { reason: 'absent' },
  ]);
});

test('prunes originals that were not saved again within maxAgeMs, and sessions without any left', async () => {
  const path = directory();
  let time = 1_000_000;
  const store = fileOriginals(path, { maxAgeMs: 1_000, now: () => time });
  const [mine, theirs] = [sessionKey('mine'), sessionKey('theirs')];
  await store.put(mine, [stored('old')]);
  await store.put(mine, [stored('needed')]);
  await store.append(mine, '{}');
  await store.put(theirs, [stored('old')]);
  await store.append(theirs, '{}');
  time += 600;
  await store.put(mine, [stored('needed')]);
  await store.append(mine, '{}');
  time += 600;
  await store.prune();
  expect(await store.get(mine, [sha256('old'), sha256('needed')])).toEqual([undefined, 'needed']);
  expect(await store.records(mine)).toHaveLength(2);
  expect(readdirSync(path)).toEqual([mine]);
});

test('evicts the oldest originals on a write when maxBytes is exceeded', async () => {
  let time = 1_000_000;
  const path = directory();
  const store = fileOriginals(path, { maxBytes: 1_000, now: () => time });
  const texts = Array.from({ length: 20 }, (_, index) => String(index).padEnd(100, '.'));
  const session = sessionKey('s');
  for (const text of texts) {
    time += 1_000;
    await store.put(session, [stored(text)]);
  }
  const left = (await store.get(session, texts.map(sha256))).map((text) => text !== undefined);
  const newest = left.lastIndexOf(false);
  expect(left).toEqual(texts.map((_, index) => index > newest));
  expect(left.at(-1)).toBe(true);
  const size = files(path)
    .filter((name) => name.endsWith('.pack'))
    .reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
  expect(size).toBeLessThanOrEqual(1_000);
  time += 1_000;
  await store.put(session, [stored('x'.repeat(1_001))]);
  expect(await store.get(session, [sha256('x'.repeat(1_001)), sha256(texts.at(-1)!)])).toEqual([
    undefined,
    texts.at(-1),
  ]);
});

test('prunes old temporary files of interrupted writes, and no other files', async () => {
  const path = directory();
  const store = fileOriginals(path);
  const session = sessionKey('s');
  await store.put(session, [stored('a')]);
  const left = join(path, session, `.${'0'.repeat(36)}.tmp`);
  const other = join(path, 'not ours.tmp');
  for (const name of [left, other]) {
    writeFileSync(name, 'half');
    utimesSync(name, new Date(0), new Date(0));
  }
  await store.prune();
  expect(files(path)).not.toContain(join(session, `.${'0'.repeat(36)}.tmp`));
  expect(files(path)).toContain('not ours.tmp');
  expect(await store.get(session, [sha256('a')])).toEqual(['a']);
});

test('lets two processes write one session at the same time', async () => {
  const path = directory();
  const script = fileURLToPath(new URL('./write-session.ts', import.meta.url));
  const node = promisify(execFile);
  const run = (name: string) =>
    node(process.execPath, ['--conditions=@palimpsest/source', script, path, name], {
      timeout: 300_000,
    });
  await Promise.all([run('one'), run('other')]);
  const originals = await openOriginals(fileOriginals(path), { session: 's' });
  expect([originals.list().length, originals.damaged]).toEqual([40, 0]);
  for (const name of ['one', 'other']) {
    const tail = [say(`[${name} 19]`), say(`${name} 19 tail`)];
    const { messages, rounds } = await originals.restore(tail);
    expect([messages.length, rounds]).toEqual([60, 20]);
    expect(messages.every(({ content }) => content.startsWith(name))).toBe(true);
  }
}, 60_000);

test('writes to a session that is deleted at the same time without an error', async () => {
  const path = directory();
  const store = fileOriginals(path);
  const session = sessionKey('s');
  for (let round = 0; round < 30; round += 1) {
    await Promise.all([
      store.put(session, [stored(`a ${round}`), stored('b')]),
      store.append(session, '{}'),
      store.delete(session),
    ]);
  }
  await store.put(session, [stored('a')]);
  rmSync(path, { recursive: true });
  await store.put(session, [stored('a')]);
  expect(await store.get(session, [sha256('a')])).toEqual(['a']);
});

test.skipIf(process.platform !== 'linux')(
  'a directory that cannot be made is an error, and not tried for ever',
  async () => {
    const store = fileOriginals('/proc/palimpsest/below');
    await expect(store.append(sessionKey('s'), '{}')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store.put(sessionKey('s'), [stored('a')])).rejects.toMatchObject({
      code: 'ENOENT',
    });
  },
);
