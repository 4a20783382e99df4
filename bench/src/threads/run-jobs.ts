import { Worker } from 'node:worker_threads';

/** A job for a thread, and its place among all jobs. */
export interface NumberedJob {
  readonly at: number;
  readonly job: unknown;
}

/** What a thread answers to it. */
export interface NumberedResult<Result> {
  readonly at: number;
  readonly result: Result;
}

/**
 * Has jobs done on several threads, begun in their order, and gives the results in that order, whichever was ready first.
 *
 * @param module answers jobs, see `answerJobs`
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

/** Gives a thread one job after the other until there are none. */
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
