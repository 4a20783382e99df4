import {
  UnknownStrategyError,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type NoopReason,
} from '@palimpsest/core-types';
import type { RetryOptions } from '../../src/attempts/compress-with-retry.ts';
import type { StrategySource } from '../../src/strategy-source.ts';
import { history, testContext } from '@palimpsest/testing';

const given = history().human('Fix it.').ai('I read the log.').human('And?').build();

export const applied = (tokensBefore = 100, tokensAfter = 50): CompressionResult => ({
  kind: 'applied',
  newHistory: given.slice(1),
  metadata: {
    originalMessageCount: 3,
    compressedMessageCount: 2,
    strategyUsed: 'scripted',
    llmCallMade: false,
    tokensBefore,
    tokensAfter,
  },
});

export const noop = (reason: NoopReason): CompressionResult => ({
  kind: 'noop',
  reason,
  metadata: {
    originalMessageCount: 3,
    compressedMessageCount: 3,
    strategyUsed: 'scripted',
    llmCallMade: false,
  },
});

export const overloaded = (retryAfterMs?: number): Error =>
  Object.assign(
    new Error('overloaded'),
    { status: 529 },
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );

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
  return {
    name,
    requiresLLM: true,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    contexts,
    async compress(context) {
      const step = steps[Math.min(contexts.length, steps.length - 1)]!;
      contexts.push(context);
      if (typeof step === 'function') return await step(context);
      if (step instanceof Error) throw step;
      return step;
    },
  };
}

function sourceOf(...strategies: readonly CompressionStrategy[]): StrategySource {
  return {
    resolve(name) {
      const found = strategies.find((strategy) => strategy.name === name);
      if (found === undefined) throw new UnknownStrategyError(name);
      return found;
    },
  };
}

export const context = (more: Partial<CompressionContext> = {}): CompressionContext =>
  testContext(given, more);

/** Creates options with a clock that only `sleep` advances. `sleep` returns at once and records its duration. */
export function options(
  strategies: readonly CompressionStrategy[],
  more: Partial<RetryOptions> = {},
): RetryOptions & { readonly slept: number[] } {
  const slept: number[] = [];
  let time = 0;
  return {
    strategies: sourceOf(...strategies),
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
