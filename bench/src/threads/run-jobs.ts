import { Worker } from 'node:worker_threads';

/** The function that runs jobs: an export of a module. */
export interface JobSource {
  /** URL of the module. */
  readonly module: string;
  readonly name: string;
}

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

const THREADS = 2;

/** Runs jobs on two threads, started in order. Returns the results in the order of the jobs. */
export async function runJobs<Result>(
  source: JobSource,
  jobs: readonly unknown[],
): Promise<Result[]> {
  const results = Array.from<Result>({ length: jobs.length });
  const waiting = jobs.entries();
  const workers = Array.from(
    { length: Math.min(THREADS, jobs.length) },
    () =>
      new Worker(new URL('worker.ts', import.meta.url), {
        execArgv: ['--conditions=@palimpsest/source'],
        workerData: source,
      }),
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
