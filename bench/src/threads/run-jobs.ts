import { Worker } from 'node:worker_threads';

/** A job for a thread, with its index among all jobs. */
export interface NumberedJob {
  readonly at: number;
  readonly job: unknown;
}

/** Result of a job. */
export interface NumberedResult<Result> {
  readonly at: number;
  readonly result: Result;
}

/**
 * Runs jobs on several threads, started in order. Returns the results in the order of the jobs.
 *
 * @param module URL of a module that calls `answerJobs`
 */
export async function runJobs<Result>(
  module: URL,
  jobs: readonly unknown[],
  threads: number,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: jobs.length });
  const waiting = jobs.entries();
  const workers = Array.from(
    { length: Math.min(threads, jobs.length) },
    () => new Worker(module, { execArgv: ['--conditions=@palimpsest/source'] }),
  );
  try {
    await Promise.all(
      workers.map((worker) =>
        work<Result>(worker, waiting, ({ at, result }) => {
          results[at] = result;
        }),
      ),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results;
}

/** Sends a thread one job after the other until none are left. */
function work<Result>(
  worker: Worker,
  waiting: Iterator<[number, unknown]>,
  take: (result: NumberedResult<Result>) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const { done, value } = waiting.next();
      if (done === true) resolve();
      else worker.postMessage({ at: value[0], job: value[1] } satisfies NumberedJob, []);
    };
    worker.once('error', reject);
    worker.on('message', (answer: NumberedResult<Result>) => {
      take(answer);
      next();
    });
    next();
  });
}
