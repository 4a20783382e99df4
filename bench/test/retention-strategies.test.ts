import type { CompressionStrategy } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { requestTokens } from '../src/retention/request-tokens.ts';
import { registeredMethod, strategyMethod } from '../src/retention/compressors.ts';
import { session } from '../src/retention/example-session.ts';
import { findMethod, OWN_METHOD_NAMES } from '../src/retention/methods.ts';

describe('strategies', () => {
  test('receive their target in characters, and their shortfall is reported', async () => {
    const messages = session();
    const asked: number[] = [];
    const strategy: CompressionStrategy = {
      name: 'halves',
      requiresLLM: false,
      trigger: { mode: 'threshold', defaultThreshold: 1 },
      compress({ history, targetTokens = 0, currentTokenCount, estimateTokens }) {
        asked.push(targetTokens, currentTokenCount, estimateTokens(history) as number);
        return Promise.resolve({
          kind: 'applied',
          newHistory: history.slice(0, 2),
          metadata: {
            originalMessageCount: history.length,
            compressedMessageCount: 2,
            strategyUsed: 'halves',
            llmCallMade: false,
            shortfallTokens: 7,
          },
        });
      },
    };
    const outcome = await strategyMethod(strategy).compress(messages, 0.25);
    const characters = requestTokens(messages);
    expect(asked).toEqual([Math.floor(characters / 4), characters, characters]);
    expect(outcome).toEqual({
      messages: messages.slice(0, 2),
      size: requestTokens(messages.slice(0, 2)),
      target: Math.floor(characters / 4),
      shortfall: 7,
    });
  });

  test('of ours reach their target or report a shortfall', async () => {
    for (const name of OWN_METHOD_NAMES) {
      const method = registeredMethod(name);
      if (method === undefined) continue;
      const { size, target, shortfall = 0 } = await method.compress(session(), 0.3);
      expect(size).toBeLessThanOrEqual(target + shortfall);
    }
  });

  test('are methods only if they are registered', () => {
    expect(findMethod('nobody')).toBeUndefined();
    expect(findMethod('high-density')?.name).toBe('high-density');
  });
});
