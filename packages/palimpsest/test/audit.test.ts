import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { createCheckedEstimator } from '@palimpsest/history';
import { expect, test } from 'vitest';
import { attempt, type AttemptRequest } from '../src/attempt.ts';

const messages = [
  { role: 'user', content: 'a line of what was pasted\n'.repeat(10) },
  { role: 'assistant', content: 'Thank you.' },
];

/** Keeps only the first line of the first message, and reports it as reduced. */
const firstLine: CompressionStrategy = {
  name: 'first-line',
  requiresLLM: false,
  trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  compress({ history: [, ...rest] }) {
    const reduced: IContent = {
      speaker: 'human',
      blocks: [{ type: 'text', text: 'a line of what was pasted' }],
    };
    return Promise.resolve({
      kind: 'applied',
      newHistory: [reduced, ...rest],
      metadata: {
        originalMessageCount: 2,
        compressedMessageCount: 2,
        strategyUsed: 'first-line',
        llmCallMade: false,
        bottomPreserved: 1,
        provenance: [
          { sources: [0], reason: 'reduced' },
          { sources: [1], reason: 'kept' },
        ],
      },
    });
  },
};

const requested = (longHumanText?: number): AttemptRequest => ({
  options: {},
  codecOf: () => openai,
  strategy: firstLine,
  humanText: 'last',
  longHumanText,
  pinDirectives: false,
  ephemerals: {},
  settings: {},
  estimateTokens: createCheckedEstimator((entries) => JSON.stringify(entries).length),
  targetTokens: 10_000,
});

test('only user text longer than the strategy declares may be reduced when it is the newest', async () => {
  const { result } = await attempt(messages, requested(259));
  expect(result.kind).toBe('applied');
  for (const longHumanText of [260, undefined]) {
    await expect(attempt(messages, requested(longHumanText))).rejects.toMatchObject({
      code: 'LAW_BROKEN',
    });
  }
});
