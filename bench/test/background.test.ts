import { describe, expect, test } from 'vitest';
import { runBackground } from '../src/background/run-background.ts';

const redis = process.env['PALIMPSEST_REDIS'];
const MODEL_MS = 2_000;

describe.skipIf(redis === undefined)('with a Redis server', () => {
  test(
    'a killed worker loses no summary and repeats none, no request asks the model, and a summary of turns that were taken back is dropped',
    { timeout: 300_000 },
    async () => {
      const result = await runBackground({
        redis: redis!,
        sessions: 12,
        waitingSessions: 1,
        modelMs: MODEL_MS,
        turnMs: 500,
        concurrency: 4,
        stalledAfterMs: 5_000,
      });
      expect(result).toMatchObject({ lost: [], stale: [], repeated: 0, asked: 0, tooLarge: 0 });
      expect(result.dropped).toBeGreaterThanOrEqual(2);
      expect(Math.min(result.calls.cut, result.times.duringJobs.requests)).toBeGreaterThan(0);
      expect(result.calls.finished).toBe(result.jobs);
    },
  );
});
