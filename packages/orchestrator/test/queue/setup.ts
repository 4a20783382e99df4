import { createStrategy } from '@palimpsest/engine';
import { UnknownStrategyError, type IContent } from '@palimpsest/core-types';
import type {
  BackgroundCompressions,
  CompressionJob,
  CompressionJobState,
  JobRunnerOptions,
} from '@palimpsest/orchestrator/background';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { countTokensByCharacters } from '@palimpsest/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Set by `tools/with-redis.sh`, which starts a separate Redis server. */
export const redisUrl = process.env['PALIMPSEST_REDIS'];

/** Options of a queue whose calls wait for Redis as long as a busy machine needs. */
export const PATIENT_QUEUE = { answerLimitMs: 60_000 };

/** Returns where a test has its jobs. */
export function createPlace(): { readonly connection: string; readonly queue: string } {
  return { connection: redisUrl!, queue: `test-${randomUUID()}` };
}

export const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});

/** Returns a job that top-down truncation can do, with a text that marks its conversation. */
export function createJob(id: string, facts: Partial<CompressionJob> = {}): CompressionJob {
  const turns = Array.from({ length: 6 }, (_, at) => [
    say('human', `Question ${at} of ${id}? ${'word '.repeat(40)}`),
    say('ai', `Answer ${at} of ${id}. ${'word '.repeat(40)}`),
  ]).flat();
  const history = [...turns, say('human', `The newest question of ${id}.`)];
  return {
    id,
    strategy: 'top-down-truncation',
    settings: {},
    history,
    currentTokenCount: countTokensByCharacters(history),
    triggerTokens: 500,
    targetTokens: 300,
    pinDirectives: false,
    compressionVerification: false,
    ...facts,
  };
}

/** Returns options of a worker whose strategy first calls `before` with the newest text. */
export function runnerWith(
  before: (newest: string, signal?: AbortSignal) => unknown = () => {},
): JobRunnerOptions {
  const strategy = createStrategy(topDownTruncation);
  const strategies: JobRunnerOptions['strategies'] = {
    resolve(name) {
      if (name !== strategy.name) throw new UnknownStrategyError(name, [strategy.name]);
      return {
        name,
        requiresLLM: false,
        trigger: strategy.trigger,
        async compress(context) {
          const [block] = context.history.at(-1)?.blocks ?? [];
          await before(block?.type === 'text' ? block.text : '', context.signal);
          return strategy.compress(context);
        },
      };
    },
  };
  return { strategies, estimateTokens: countTokensByCharacters, attempts: { retries: 0 } };
}

/** Waits until a job has ended. */
export async function ended(
  compressions: BackgroundCompressions,
  id: string,
): Promise<CompressionJobState> {
  for (;;) {
    const state = await compressions.find(id);
    if (state.kind !== 'running') return state;
    await setTimeout(20);
  }
}

/** A promise, and the function that fulfills it. */
export function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open?.() };
}
