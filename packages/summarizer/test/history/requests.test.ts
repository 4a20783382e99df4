import type { CompressionContext, CompressionStrategy, IContent } from '@palimpsest/core-types';
import { createSnapshotEntry } from '@palimpsest/engine/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { attempt, snapshotOf, turns, type Attempt } from './compressed.ts';
import { framedRequest, quotation, textOf } from './framed-request.ts';

const REPORT = Array.from(
  { length: 3_000 },
  (_, at) => `gate_${at} opened at ${at % 24}:00, tide ${at * 7}`,
).join('\n');

/** Logs of almost three million characters in total, and one line of 200,000 characters. */
function harbourLogs(): IContent[] {
  const entries = history().human('Read the logs of the harbour.');
  for (let day = 0; day < 24; day += 1)
    entries.call('read_file', { path: `logs/${day}.txt` }).result(`day ${day}\n${REPORT}`);
  entries.ai('x'.repeat(200_000)).human('And?').ai('Yes.').human('Good.');
  return entries.build();
}

const LOGS = harbourLogs();

function tokensOf({ model }: Attempt): number[] {
  return model.requests.map(({ contents }) => countTokensByCharacters(contents));
}

describe('no request exceeds the context window of the model', () => {
  test.each([8_000, 32_000, 128_000])('%i tokens', async (contextLimit) => {
    const asked = await attempt(LOGS, undefined, {
      contextLimit,
      activeTodos: `- [in_progress] ${'Read the next log. '.repeat(5_000)}`,
      compressionVerification: true,
    });
    expect(asked.result.kind).toBe('applied');
    const [tokens] = tokensOf(asked);
    expect(tokens).toBeLessThan(contextLimit);
    expect(tokens).toBeGreaterThan(contextLimit / 3);
  });

  test.each<[string, number | undefined, number | undefined, number]>([
    ['of the model', 8_000, 16_000, 8_000],
    ['else of the conversation', undefined, 16_000, 16_000],
    ['else 200,000 tokens', undefined, undefined, 200_000],
    ['and never an invalid one', Number.NaN, 0, 200_000],
  ])('that is the window %s', async (_, ofModel, ofConversation, limit) => {
    const sizes: number[] = [];
    const provider = {
      name: 'measuring',
      async *generateChatCompletion({ contents }: { readonly contents: readonly IContent[] }) {
        sizes.push(countTokensByCharacters(contents));
        yield { speaker: 'ai', blocks: [{ type: 'text', text: snapshotOf('A') }] } as const;
      },
    };
    await attempt(LOGS, undefined, {
      ephemerals: { contextLimit: () => ofConversation },
      resolveProvider: () => ({
        provider,
        ...(ofModel === undefined ? {} : { contextLimit: ofModel }),
      }),
    });
    expect(sizes[0]).toBeLessThan(limit);
    expect(sizes[0]).toBeGreaterThan(limit / 3);
  });

  test('with a long prompt, an earlier snapshot, a long latest request and long todos', async () => {
    const entries = [
      ...turns(1),
      createSnapshotEntry(`[Summary of 9]\n\n${snapshotOf('gate nine '.repeat(3_000))}`, {}),
      ...LOGS.slice(1, 21),
      { speaker: 'human', blocks: [{ type: 'text', text: 'count gates '.repeat(4_000) }] } as const,
      { speaker: 'ai', blocks: [{ type: 'text', text: 'Yes.' }] } as const,
      { speaker: 'ai', blocks: [{ type: 'text', text: 'Done.' }] } as const,
    ];
    const asked = await attempt(entries, undefined, {
      contextLimit: 24_000,
      activeTodos: [{ content: 'Count '.repeat(3_000) }],
      resolvePrompt: () => 'Summarize this for the harbour master. '.repeat(900),
    });
    expect(tokensOf(asked)[0]).toBeLessThan(24_000);
    const request = framedRequest(asked.model.requests[0]!.contents);
    for (const name of ['previous snapshot', 'latest request', 'todos', 'history'])
      expect(quotation(request, name)!.length).toBeGreaterThan(500);
  });

  test('and a draft that does not fit next to its source is not verified', async () => {
    const entries = turns(12, 1_500);
    const [whole] = tokensOf(await attempt(entries, undefined, { contextLimit: 400_000 }));
    const asked = await attempt(entries, [snapshotOf('gate nine opens '.repeat(300))], {
      contextLimit: whole! + 8_000 + 400,
      compressionVerification: true,
    });
    expect(asked.model.requests).toHaveLength(1);
  });
});

const METADATA = {
  originalMessageCount: 0,
  compressedMessageCount: 0,
  strategyUsed: 'short',
  llmCallMade: false,
};

/** A strategy that returns what `reduce` returns, or a no-op for `undefined`. */
function reducing(
  reduce: (context: CompressionContext) => readonly IContent[] | undefined,
): CompressionStrategy {
  return {
    name: 'short',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    async compress(context) {
      const newHistory = reduce(context);
      return newHistory === undefined
        ? { kind: 'noop', reason: 'nothing-removable', metadata: METADATA }
        : { kind: 'applied', newHistory: [...newHistory], metadata: METADATA };
    },
  };
}

describe('a history too large for one request', () => {
  const SMALL = { contextLimit: 64_000 };

  test('is reduced by another strategy to what fits', async () => {
    const seen: CompressionContext[] = [];
    const reducer = reducing((context) => {
      seen.push(context);
      return [...turns(3), ...context.history.slice(-2)];
    });
    const { model } = await attempt(LOGS, undefined, {
      contextLimit: 128_000,
      options: { reducer: () => reducer },
    });
    const [context] = seen as [CompressionContext];
    expect(context.history).toEqual(LOGS.slice(1, -2));
    expect(context.targetTokens).toBeLessThan(120_000);
    expect(context.targetTokens).toBeGreaterThan(90_000);
    expect(context.runtimeContext.ephemerals.preserveThreshold?.()).toBe(0);
    expect(textOf(model.requests[0]!.contents[1]!)).toContain('Turn 0:');
  });

  test.each<[string, CompressionStrategy | undefined]>([
    ['is absent', undefined],
    ['does nothing', reducing(() => undefined)],
    ['leaves nothing', reducing(() => [])],
    [
      'fails',
      reducing(() => {
        throw new Error('no');
      }),
    ],
  ])('is truncated if that strategy %s: every message shows its beginning', async (_, reducer) => {
    const asked = await attempt(LOGS, undefined, { ...SMALL, options: { reducer: () => reducer } });
    const shown = quotation(framedRequest(asked.model.requests[0]!.contents), 'history')!;
    for (let day = 0; day < 24; day += 1) expect(shown).toContain(`Result: day ${day}\n`);
    expect(tokensOf(asked)[0]).toBeGreaterThan(20_000);
  });
});
