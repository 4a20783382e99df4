import { CompressionExecutionError, defined } from '@palimpsest/core-types';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import { compressWithRetry } from '../attempts/compress-with-retry.ts';
import { checkedStrategy } from '../attempts/checked-strategy.ts';
import type { OrchestratorOptions } from '../orchestrator/orchestrator.ts';
import type { CompressionJob, CompressionJobResult } from './compression-job.ts';

/** What a process needs to run jobs: the same strategies, estimator and models as the processes that serve requests. */
export type JobRunnerOptions = Pick<
  OrchestratorOptions,
  | 'strategies'
  | 'estimateTokens'
  | 'resolveProvider'
  | 'resolvePrompt'
  | 'attempts'
  | 'logger'
  | 'now'
>;

/**
 * Runs a job, with retries and without a fallback.
 *
 * @throws {UnknownStrategyError} if the strategy is not registered here
 * @throws the error of the last attempt; {CompressionExecutionError} if the strategy changed nothing
 * @throws the reason of an aborted signal
 */
export async function runCompressionJob(
  job: CompressionJob,
  options: JobRunnerOptions,
  signal?: AbortSignal,
): Promise<CompressionJobResult> {
  const { strategy: name, session: _session, id: _id, pinDirectives, ...facts } = job;
  const { strategies, estimateTokens, resolveProvider, resolvePrompt, attempts, logger, now } =
    options;
  const specs = strategies.settingSpecs?.bind(strategies);
  const settings = createSettings({ ephemeral: job.settings, ...defined({ specs }) });
  const strategy = strategies.resolve(name);
  const outcome = await compressWithRetry(
    {
      ...facts,
      estimateTokens,
      runtimeContext: { ephemerals: toEphemeralAccessors(settings, () => strategy) },
      ...defined({ resolveProvider, resolvePrompt, logger, signal }),
    },
    {
      ...attempts,
      strategies: { resolve: (each) => checkedStrategy(strategies, each, pinDirectives) },
      name,
      fallback: false,
      ...defined({ now }),
    },
  );
  if (outcome.kind === 'applied') {
    const done = outcome.attempts.filter(({ error }) => error === undefined);
    return {
      result: outcome.result,
      attempts: done.map(({ strategy: by, ms }) => ({ strategy: by, ms })),
    };
  }
  if (outcome.kind === 'failed') throw outcome.cause;
  throw new CompressionExecutionError(name, `it changed nothing (${outcome.reason}).`);
}
