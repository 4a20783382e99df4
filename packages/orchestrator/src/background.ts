import {
  CompressionExecutionError,
  defined,
  type CompressionContext,
  type CompressionResult,
  type IContent,
  type SettingValues,
} from '@palimpsest/core-types';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import { looseObject } from 'valibot';
import { compressWithRetry } from './attempts/compress-with-retry.ts';
import type { Attempt } from './attempts/outcome.ts';
import type { OrchestratorOptions } from './orchestrator/orchestrator.ts';
import { RUNNER } from './option-schemas.ts';
import { assertMatches } from './saved-state.ts';
import { checkedStrategy } from './strategy-source.ts';

/**
 * A compression that runs apart from requests, possibly in another process. Plain JSON, apart from `native` members of its entries.
 */
export interface CompressionJob extends Pick<
  CompressionContext,
  'currentTokenCount' | 'triggerTokens' | 'maxOutputTokens' | 'activeTodos' | 'transcriptPath'
> {
  /** Hexadecimal digest of everything that the result depends on, so that equal jobs run once. */
  readonly id: string;
  /** Id of the session; absent without one. */
  readonly session?: string;
  readonly strategy: string;
  /** Explicit settings by key. */
  readonly settings: SettingValues;
  /** The history so far. Entries that must stay have `metadata.pinned`. */
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  readonly pinDirectives: boolean;
  readonly compressionVerification: boolean;
}

/** The result of a job whose strategy compressed. */
export interface CompressionJobResult {
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  readonly attempts: readonly Pick<Attempt, 'strategy' | 'ms'>[];
}

export type CompressionJobState =
  /** Waits or runs. */
  | { readonly kind: 'running' }
  | ({ readonly kind: 'done' } & CompressionJobResult)
  /** The strategy failed or changed nothing. `reason` says why. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Was never started, or is no longer known. */
  | { readonly kind: 'unknown' };

/** Runs compressions apart from requests: `compressInBackground` in this process, or the queue of `@palimpsest/orchestrator/queue`. */
export interface BackgroundCompressions {
  /** Hands over a job. Does nothing if a job of that id is running or done. */
  start(job: CompressionJob): Promise<void>;
  find(id: string): Promise<CompressionJobState>;
}

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

/** @throws {OptionError} if jobs cannot run with these options */
export function checkJobRunner(options: JobRunnerOptions): void {
  const { strategies, estimateTokens } = options;
  // Without these names, their messages would be missing.
  assertMatches(looseObject(RUNNER), { ...options, strategies, estimateTokens });
}

/**
 * Runs a job, with retries and without a fallback.
 *
 * @throws {OptionError} if jobs cannot run with these options
 * @throws {UnknownStrategyError} if the strategy is not registered here
 * @throws the error of the last attempt; {CompressionExecutionError} if the strategy changed nothing
 * @throws the reason of an aborted signal
 */
export async function runCompressionJob(
  job: CompressionJob,
  options: JobRunnerOptions,
  signal?: AbortSignal,
): Promise<CompressionJobResult> {
  checkJobRunner(options);
  const { strategy: name, session: _session, id: _id, pinDirectives, ...facts } = job;
  const { strategies, estimateTokens, attempts, now } = options;
  const { resolveProvider, resolvePrompt, logger } = options;
  const specs = strategies.settingSpecs?.bind(strategies);
  const settings = createSettings({ overrides: job.settings, ...defined({ specs }) });
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
      strategies: { resolve: () => checkedStrategy(strategies, strategy, pinDirectives) },
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

/** Maximum number of jobs that are kept: a result holds a whole history. The oldest ended ones are forgotten first. */
const MAX_JOBS = 100;

/** Runs compressions in this process, next to requests. */
interface ProcessCompressions extends BackgroundCompressions {
  /** Waits until no job is running. */
  idle(): Promise<void>;
}

/**
 * Creates background compressions on promises of this process. They end with it; the next request starts the job again.
 *
 * @throws {OptionError} for invalid options
 */
export function compressInBackground(options: JobRunnerOptions): ProcessCompressions {
  checkJobRunner(options);
  const states = new Map<string, CompressionJobState>();
  const running = new Set<Promise<void>>();

  async function run(job: CompressionJob): Promise<void> {
    try {
      states.set(job.id, { kind: 'done', ...(await runCompressionJob(job, options)) });
    } catch (error) {
      states.set(job.id, { kind: 'failed', reason: String(error) });
    }
  }

  return {
    async start(job) {
      const known = states.get(job.id)?.kind;
      if (known === 'running' || known === 'done') return;
      states.set(job.id, { kind: 'running' });
      for (const [id, { kind }] of states) {
        if (states.size <= MAX_JOBS) break;
        if (kind !== 'running') states.delete(id);
      }
      const ended = run(job);
      running.add(ended);
      void ended.then(() => running.delete(ended));
    },
    async find(id) {
      return states.get(id) ?? { kind: 'unknown' };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
