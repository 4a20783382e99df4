import {
  defined,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type NoopReason,
} from '@palimpsest/core-types';
import type { StrategySource } from '../../src/strategy-source.ts';
import { registry } from './session.ts';

/** Implementation of a scripted strategy's `compress`. */
export type Answer = (context: CompressionContext) => Promise<unknown>;

/** Creates a strategy that claims to require a model. */
export function scripted(name: string, answer: Answer): CompressionStrategy {
  return {
    name,
    requiresLLM: true,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress: async (context) => (await answer(context)) as CompressionResult,
  };
}

/** Returns a source that prefers the given strategies to the registered ones. */
export function sourceWith(...strategies: readonly CompressionStrategy[]): StrategySource {
  const registered = registry();
  return {
    resolve: (name) =>
      strategies.find((strategy) => strategy.name === name) ?? registered.resolve(name),
  };
}

export const noop = (reason: NoopReason): CompressionResult => ({
  kind: 'noop',
  reason,
  metadata: metadataOf('scripted', 0, 0),
});

/** Drops the oldest `count` unprotected text-only entries, except the last two of the history. */
export function withoutOldest(
  { history, pinned }: CompressionContext,
  count: number,
): CompressionResult {
  let left = count;
  const sources: number[] = [];
  const newHistory = history.filter((entry, at) => {
    const isPlain = entry.blocks.every(({ type }) => type === 'text');
    const isFree =
      entry.speaker !== 'system' && entry.metadata?.pinned !== true && pinned?.(entry) !== true;
    if (left > 0 && isPlain && isFree && at < history.length - 2) {
      left -= 1;
      return false;
    }
    sources.push(at);
    return true;
  });
  return {
    kind: 'applied',
    newHistory,
    metadata: {
      ...metadataOf('scripted', history.length, newHistory.length),
      provenance: sources.map((at) => ({ sources: [at], reason: 'kept' })),
    },
  };
}

function metadataOf(strategy: string, before: number, after: number) {
  return {
    originalMessageCount: before,
    compressedMessageCount: after,
    strategyUsed: strategy,
    llmCallMade: false,
  };
}

export const overloaded = (retryAfterMs?: number): Error =>
  Object.assign(new Error('overloaded'), { status: 529, ...defined({ retryAfterMs }) });
