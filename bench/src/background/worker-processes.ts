import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('summary-worker.ts', import.meta.url));

/** Settings of all workers. */
export interface WorkerSettings {
  readonly redis: string;
  readonly queue: string;
  /** Time of a call of the model. */
  readonly modelMs: number;
  /** Jobs of a worker at the same time. */
  readonly concurrency: number;
  readonly stalledAfterMs: number;
}

/** Starts a worker process, and waits until it is ready. */
export async function startWorker(name: string, settings: WorkerSettings): Promise<ChildProcess> {
  const { redis, queue, modelMs, concurrency, stalledAfterMs } = settings;
  const child = fork(
    PROGRAM,
    [redis, queue, name, `${modelMs}`, `${concurrency}`, `${stalledAfterMs}`],
    { execArgv: ['--conditions=@palimpsest/source'] },
  );
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'ready') throw new Error('A worker ended before it was ready.');
  return child;
}

/** Kills a process with SIGKILL, and waits until it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
