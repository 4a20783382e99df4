import type { StrategyPlugin } from '@palimpsest/core-types';
import { getCodec, type FormatName } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';

const words = (count: number, word: string): string => `${word} `.repeat(count);

/** Reasoning, an assistant message, a tool call and its result. */
function items(at: number): object[] {
  const summary = [{ type: 'summary_text', text: words(200, 'thinking') }];
  const content = [{ type: 'output_text', text: words(200, 'saying') }];
  return [
    { type: 'reasoning', id: `rs_${at}`, summary },
    { type: 'message', role: 'assistant', id: `msg_${at}`, content },
    { type: 'function_call', id: `fc_${at}`, call_id: `c${at}`, name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: `c${at}`, output: words(200, 'answer') },
  ];
}

/** A tool call whose result is a record with many short members, and an image next to it. */
function contents(at: number): object[] {
  const members = Array.from({ length: 40 }, (_, index) => [`member${index}`, words(9, 'line')]);
  const inlineData = { mimeType: 'image/png', data: 'QUJD'.repeat(40) };
  const response = { ...Object.fromEntries(members), exitCode: 0 };
  const answer = { id: `c${at}`, name: 'f', response, parts: [{ inlineData }] };
  return [
    { role: 'model', parts: [{ functionCall: { id: `c${at}`, name: 'f', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: answer }] },
  ];
}

/** Removes the text blocks of assistant messages. */
const withoutTexts: StrategyPlugin = {
  specification: 1,
  name: 'without-texts',
  requiresLLM: false,
  humanText: 'kept',
  description: 'For these tests.',
  create: () => ({
    name: 'without-texts',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress({ history, pinned }) {
      const newHistory = history.map((entry) => {
        if (entry.speaker !== 'ai' || pinned?.(entry) === true) return entry;
        return { ...entry, blocks: entry.blocks.filter(({ type }) => type !== 'text') };
      });
      const metadata = {
        originalMessageCount: history.length,
        compressedMessageCount: history.length,
        strategyUsed: 'without-texts',
        llmCallMade: false,
        dropped: { reducedTexts: 5 },
      };
      return Promise.resolve({ kind: 'applied', newHistory, metadata });
    },
  }),
};

const rounds = Array.from({ length: 6 }, (_, at) => at);
const CASES: readonly (readonly [FormatName, string, readonly object[]])[] = [
  [
    'openai-responses',
    'without-texts',
    [{ role: 'user', content: 'Go.' }, ...rounds.flatMap(items), { role: 'user', content: 'Now?' }],
  ],
  [
    'gemini',
    'high-density',
    [{ role: 'user', parts: [{ text: 'Go.' }] }, ...rounds.flatMap(contents)],
  ],
];

test.each(CASES)(
  '`tokensAfter` in %s is the token estimate of the sent messages',
  async (format, strategy, messages) => {
    const { registry } = createPalimpsest();
    registry.register(withoutTexts);
    const codec = getCodec(format);
    const contextLimit = 1_000 + Math.ceil(estimateEntryTokens(codec.decode(messages)) * 0.7);
    const settings = { 'compression.strategy': strategy, maxOutputTokens: 200 };
    const adapter = createAdapter({ registry, settings, contextLimit });
    const { messages: sent, outcome } = await adapter.adapt(format, messages);
    expect(outcome?.kind).toBe('compressed');
    expect(outcome?.tokensAfter).toBe(estimateEntryTokens(codec.decode(sent)));
  },
);
