import { createCompressionWorker } from '@palimpsest/orchestrator/queue';
import { setTimeout } from 'node:timers/promises';
import { estimateTokens, readConfig, strategies } from './config.ts';
import { createMetrics } from './metrics.ts';
import { summaryModel } from './model.ts';
import { openRedis } from './redis.ts';
import { serve } from './serve.ts';

// A worker process. It asks the model for summaries, so that no request waits for one.
const config = readConfig();
const metrics = createMetrics(config.INSTANCE);
const { client, isReady } = openRedis(config.REDIS_URL);
const model = summaryModel(config);
const worker = createCompressionWorker({
  connection: config.REDIS_URL,
  queue: `${config.BASE}-compressions`,
  strategies,
  estimateTokens,
  resolveProvider: () => model,
  // Others take the jobs of a killed worker after 5 to 10 s.
  stalledAfterMs: 5_000,
  onJob(event) {
    const { kind, strategy, ms } = event;
    metrics.jobs.record(ms / 1_000, { result: kind, strategy });
    const tokens = kind === 'done' ? `, ${event.tokensBefore} to ${event.tokensAfter} tokens` : '';
    console.log(`${config.INSTANCE}: job ${kind}, ${strategy}, ${ms} ms${tokens}`);
  },
});
void worker.run();
await serve(config, {
  metrics,
  isReady,
  async close() {
    // Others take the jobs that need longer.
    await Promise.race([worker.close(), setTimeout(3_000)]);
    client.destroy();
  },
});
