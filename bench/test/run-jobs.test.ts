import { expect, test } from 'vitest';
import { runJobs } from '../src/threads/run-jobs.ts';

const worker = new URL('../src/questions/question-worker.ts', import.meta.url);

test('a failed job ends the run with its error', async () => {
  const job = { host: 'nobody', budget: 50, guests: [] };
  await expect(runJobs(worker, [job, job, job], 2)).rejects.toThrow(
    /method: expected one of .+, got nobody\./,
  );
});

test('returns no results without jobs', async () => {
  expect(await runJobs(worker, [], 2)).toEqual([]);
});
