import type { WorkerResult, WorkerTask } from './workers.ts';

/** Compresses one of JSON lines in a worker thread. Imports the rest later, so that the command at its start shares no file with it. */
export default async function work(task: WorkerTask): Promise<WorkerResult> {
  const { compressLine } = await import('./compress/compress-line.ts');
  return compressLine(task);
}
