import { createRegistry } from '@palimpsest/factory';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createCompressionWorker, type JobEvent } from '@palimpsest/orchestrator/queue';

/** Takes jobs until the process is asked to end. */
export async function work(connection: string, onJob: (event: JobEvent) => void): Promise<void> {
  const strategies = createRegistry().register(salience);
  const options = { strategies, estimateTokens: estimateEntryTokens, connection, onJob };
  const worker = createCompressionWorker(options);
  process.once('SIGTERM', () => void worker.close());
  await worker.run();
}
