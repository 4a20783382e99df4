import type { createClient } from '@redis/client';
import { setTimeout } from 'node:timers/promises';
import { kill, startWorker, type WorkerSettings } from './worker-processes.ts';

/** Two workers, one of which is killed during its first calls of the model, and started again. */
export interface KilledWorkers {
  /** Resolves when the worker was started again, with the number of calls that were cut. */
  readonly replaced: Promise<number>;
  /** Returns the number of calls of the model that began, or that finished, in all workers. */
  count(kind: 'begun' | 'finished'): Promise<number>;
  stop(): Promise<void>;
}

export async function startWorkers(
  client: Pick<ReturnType<typeof createClient>, 'hGet' | 'hVals'>,
  settings: WorkerSettings,
): Promise<KilledWorkers> {
  const { queue, modelMs } = settings;
  const workers = await Promise.all(['first', 'second'].map((name) => startWorker(name, settings)));
  let isStopped = false;
  const countBy = async (kind: string, name: string): Promise<number> =>
    Number(await client.hGet(`${queue}-${kind}-by`, name));

  async function replace(): Promise<number> {
    while ((await countBy('begun', 'first')) === 0) {
      if (isStopped) throw new Error('The workers were stopped before one had a job.');
      await setTimeout(20);
    }
    await setTimeout(modelMs / 2);
    await kill(workers[0]!);
    workers.push(await startWorker('third', settings));
    return (await countBy('begun', 'first')) - (await countBy('finished', 'first'));
  }

  const replaced = replace();
  // Whoever awaits `replaced` gets the error.
  replaced.catch(() => {});
  return {
    replaced,
    async count(kind) {
      const counts = await client.hVals(`${queue}-${kind}`);
      return counts.reduce((sum, each) => sum + Number(each), 0);
    },
    async stop() {
      isStopped = true;
      await replaced.catch(() => {});
      await Promise.all(workers.map(kill));
    },
  };
}
