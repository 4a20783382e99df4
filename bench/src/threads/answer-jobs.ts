import { parentPort } from 'node:worker_threads';
import type { NumberedJob, NumberedResult } from './run-jobs.ts';

/** Makes this thread run the jobs of `runJobs`. A job that fails ends the thread, and with it the run. */
export function answerJobs(run: (job: never) => Promise<unknown>): void {
  parentPort!.on('message', ({ at, job }: NumberedJob) => {
    void run(job as never).then((result) =>
      parentPort!.postMessage({ at, result } satisfies NumberedResult<unknown>, []),
    );
  });
}
