import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
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
