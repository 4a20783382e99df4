import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { runSessions } from '../src/sessions/run-sessions.ts';

const redis = process.env['PALIMPSEST_REDIS'];
/** `pnpm bench:sessions` sends as many as it is told. */
const sessions = 4;
const timeout = 3_600_000;

/** Sends recorded sessions in four processes, and kills the process of each tenth request. */
function runInProcesses(url: string | undefined): ReturnType<typeof runSessions> {
  const run = { sessions, processes: 4, killShare: 0.1, seed: 7, seconds: 3_000 };
  return runSessions({ ...run, redis: url });
}

const SAME = { sessions, different: [], lost: [] };

describe.skipIf(!hasCorpus)('each request of recorded sessions is that of one process', () => {
  test('in four processes on one SQLite file, some of them killed', { timeout }, async () => {
    const result = await runInProcesses(undefined);
    expect(result).toMatchObject(SAME);
    expect(Math.min(result.killed, result.compressed, result.originals)).toBeGreaterThan(0);
  });

  describe.skipIf(redis === undefined)('with a Redis server', () => {
    test('in four processes, some of them killed', { timeout }, async () => {
      const result = await runInProcesses(redis);
      expect(result).toMatchObject(SAME);
      expect(Math.min(result.killed, result.compressed, result.originals)).toBeGreaterThan(0);
    });
  });
});
