import { describe, expect, test } from 'vitest';
import { hasCorpus, wantsAll } from '../src/corpus.ts';
import { runSessions } from '../src/sessions/run-sessions.ts';

const redis = process.env['PALIMPSEST_REDIS'];
const sessions = wantsAll ? 100 : 4;
const timeout = 3_600_000;

/** Sends recorded sessions in four processes, and kills the process of each tenth request. */
async function expectSameAsOneProcess(url: string | undefined): Promise<void> {
  const run = { sessions, processes: 4, killShare: 0.1, seed: 7, seconds: 3_000 };
  const result = await runSessions({ ...run, redis: url });
  expect(result).toMatchObject({ sessions, different: [], lost: [] });
  expect(result.killed).toBeGreaterThan(0);
  expect(result.compressed).toBeGreaterThan(0);
  expect(result.originals).toBeGreaterThan(0);
}

describe.skipIf(!hasCorpus)('each request of recorded sessions is that of one process', () => {
  test('in four processes on one SQLite file, some of them killed', { timeout }, async () => {
    await expectSameAsOneProcess(undefined);
  });

  describe.skipIf(redis === undefined)('with a Redis server', () => {
    test('in four processes, some of them killed', { timeout }, async () => {
      await expectSameAsOneProcess(redis);
    });
  });
});
