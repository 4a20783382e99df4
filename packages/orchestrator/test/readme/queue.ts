import type { CompressionJob } from '@palimpsest/orchestrator/background';
import { queueCompressions } from '@palimpsest/orchestrator/queue';
import { setTimeout } from 'node:timers/promises';

/** Hands over a job, and waits until a worker has ended it. */
export async function compressApart(job: CompressionJob, connection: string) {
  const compressions = queueCompressions({ connection });
  await compressions.start(job);
  let state = await compressions.find(job.id);
  while (state.kind === 'running') {
    await setTimeout(100);
    state = await compressions.find(job.id);
  }
  await compressions.close();
  return state;
}
