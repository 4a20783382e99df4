import { parentPort, workerData } from 'node:worker_threads';
import type { JobSource, NumberedJob, NumberedResult } from './run-jobs.ts';

const { module, name } = workerData as JobSource;
const run = ((await import(module)) as Readonly<Record<string, (job: unknown) => unknown>>)[name]!;

// A job that fails ends the thread, and with it the run.
parentPort!.on('message', ({ at, job }: NumberedJob) => {
  void Promise.resolve(run(job)).then((result) =>
    parentPort!.postMessage({ at, result } satisfies NumberedResult<unknown>, []),
  );
});
