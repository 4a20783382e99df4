import { parentPort, workerData } from 'node:worker_threads';
import type { JobSource } from './run-jobs.ts';

const { module, name } = workerData as JobSource;
const run = ((await import(module)) as Readonly<Record<string, (job: unknown) => unknown>>)[name]!;

// A job that fails ends the thread, and with it the run.
parentPort!.on('message', (job: unknown) => {
  void Promise.resolve(run(job)).then((result) => parentPort!.postMessage(result, []));
});
