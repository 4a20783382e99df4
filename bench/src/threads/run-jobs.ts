import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The function that runs jobs: an export of a module. */
export interface JobSource {
  /** URL of the module. */
  readonly module: string;
  readonly name: string;
}

const THREADS = 2;

/** Runs jobs on two threads, started in order. Returns the results in the order of the jobs. */
export async function runJobs<Result>(
  source: JobSource,
  jobs: readonly unknown[],
): Promise<Result[]> {
  const results = Array.from<Result>({ length: jobs.length });
  const waiting = jobs.entries();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      execArgv: ['--conditions=@palimpsest/source'],
      workerData: source,
    });
    try {
      for (const [at, job] of waiting) {
        worker.postMessage(job, []);
        [results[at]] = (await once(worker, 'message')) as [Result];
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(THREADS, jobs.length) }, work));
  return results;
}
