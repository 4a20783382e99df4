import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
} from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import type { RetryOptions } from '../../src/attempts/compress-with-retry.ts';
import { scripted as answering, sourceWith, withoutOldest } from '../orchestrator/scripted.ts';

export { overloaded } from '../orchestrator/scripted.ts';

const given = history().human('Fix it.').ai('I read the log.').human('And?').build();

export const context = (more: Partial<CompressionContext> = {}): CompressionContext =>
  testContext(given, more);

export function applied(): CompressionResult {
  const result = withoutOldest(context(), 1);
  return { ...result, metadata: { ...result.metadata, tokensBefore: 100, tokensAfter: 50 } };
}

export const refused = (): Error => Object.assign(new Error('no such key'), { status: 401 });

type Step =
  | CompressionResult
  | Error
  | ((context: CompressionContext) => Promise<CompressionResult>);

/** A strategy that takes one scripted step per call and repeats the last one. */
export interface Scripted extends CompressionStrategy {
  readonly contexts: CompressionContext[];
}

export function scripted(name: string, ...steps: readonly Step[]): Scripted {
  const contexts: CompressionContext[] = [];
  const strategy = answering(name, async (asked) => {
    const step = steps[Math.min(contexts.length, steps.length - 1)]!;
    contexts.push(asked);
    if (typeof step === 'function') return await step(asked);
    if (step instanceof Error) throw step;
    return step;
  });
  return { ...strategy, contexts };
}

/** Creates options with a clock that only `sleep` advances. `sleep` returns at once and records its duration. */
export function options(
  strategies: readonly CompressionStrategy[],
  more: Partial<RetryOptions> = {},
): RetryOptions & { readonly slept: number[] } {
  const slept: number[] = [];
  let time = 0;
  return {
    strategies: sourceWith(...strategies),
    name: strategies[0]!.name,
    fallback: strategies.length > 1 ? strategies.at(-1)!.name : false,
    now: () => time,
    sleep: async (ms) => {
      slept.push(ms);
      time += ms;
    },
    slept,
    ...more,
  };
}
