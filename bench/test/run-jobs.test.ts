import { expect, test } from 'vitest';
import { runJobs } from '../src/threads/run-jobs.ts';

const worker = new URL('../src/questions/question-worker.ts', import.meta.url);

test('a job that fails ends the run and says why', async () => {
  const job = { host: 'nobody', budget: 50, guests: [] };
  await expect(runJobs(worker, [job, job, job], 2)).rejects.toThrow(/No method is called nobody/);
});

test('without jobs there are no results', async () => {
  expect(await runJobs(worker, [], 2)).toEqual([]);
});
