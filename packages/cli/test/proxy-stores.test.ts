import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toServeOptions } from '../src/proxy/proxy-setup.ts';
import { openStores } from '../src/proxy/proxy-stores.ts';

const DAY_MS = 86_400_000;
const [SESSION, OTHER] = [`s-${'0'.repeat(40)}`, `s-${'1'.repeat(40)}`];

test('a session and its originals stay for 30 days after its last request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-stores-'));
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const { originals, sessions } = await openStores(folder);
  /** Passes days, and then a request of another session, which removes what has expired. */
  const pass = async (days: number): Promise<void> => {
    vi.setSystemTime(Date.now() + days * DAY_MS);
    await originals.put(OTHER, [{ id: 'b', text: 'other' }]);
    const loaded = await sessions.load(OTHER);
    const change = { version: String(Date.now()), state: 'other', parts: [], unused: [] };
    await sessions.commit(OTHER, loaded?.version, change);
  };
  const find = async (): Promise<readonly unknown[]> => [
    ...(await originals.get(SESSION, ['a'])),
    (await sessions.load(SESSION))?.state,
  ];
  await originals.put(SESSION, [{ id: 'a', text: 'text' }]);
  for (const version of ['1', '2', '3']) {
    const change = { version, state: version, parts: [], unused: [] };
    const loaded = await sessions.load(SESSION);
    expect(await sessions.commit(SESSION, loaded?.version, change)).toBe('done');
    await pass(29);
    expect(await find()).toEqual(['text', version]);
  }
  await pass(31);
  expect(await find()).toEqual([undefined, undefined]);
});

/** Locks a database for a moment, as a process does that recovers what a killed one left. */
const LOCK = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData);
  database.exec('CREATE TABLE locked (a); BEGIN EXCLUSIVE; INSERT INTO locked VALUES (1)');
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  database.exec('COMMIT');
  database.close();
`;

test('a folder opens while another process has its database locked for a moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-stores-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const other = new Worker(LOCK, { eval: true, workerData: join(folder, 'sessions.sqlite') });
  const ended = once(other, 'exit');
  await once(other, 'message');
  const { sessions } = await openStores(folder);
  expect(await sessions.load(SESSION)).toBeUndefined();
  await ended;
});

test.each([true, false])(
  'a proxy that keeps secrets (%s) says so to its threads',
  async (keepSecrets) => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-stores-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(await toServeOptions({ upstreams: {}, folder, keepSecrets })).toMatchObject({
      keepSecrets,
    });
  },
);
