import { createCompressionWorker } from '@palimpsest/worker';
import { createClient } from '@redis/client';
import { RUNNER } from './conversation.ts';
import { slowModel } from './slow-model.ts';

/** A worker process with a slow model. Counts calls in Redis: of each session, and of this process. */
const [
  connection = '',
  queue = '',
  name = '',
  modelMs = '',
  concurrency = '',
  stalledAfterMs = '',
] = process.argv.slice(2);
const client = await createClient({ url: connection }).connect();
// Loaded in advance, so that nothing keeps a job from showing signs of life.
await import('@palimpsest/engine/run');
const model = slowModel(+modelMs, async (kind, session) => {
  await client.hIncrBy(`${queue}-${kind}`, session, 1);
  await client.hIncrBy(`${queue}-${kind}-by`, name, 1);
});
const worker = createCompressionWorker({
  ...RUNNER,
  resolveProvider: () => model,
  connection,
  queue,
  concurrency: +concurrency,
  stalledAfterMs: +stalledAfterMs,
});
process.on('disconnect', () => process.exit());
process.send!('ready');
await worker.run();
