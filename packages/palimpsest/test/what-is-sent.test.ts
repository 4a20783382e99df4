import type { StrategyPlugin } from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { compress, createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';

const words = (count: number, word: string): string => `${word} `.repeat(count);

/** Creates reasoning, a text, a call and its result. */
function round(at: number): object[] {
  return [
    {
      type: 'reasoning',
      id: `rs_${at}`,
      summary: [{ type: 'summary_text', text: words(200, 'thinking') }],
    },
    {
      type: 'message',
      role: 'assistant',
      id: `msg_${at}`,
      content: [{ type: 'output_text', text: words(200, 'saying') }],
    },
    { type: 'function_call', id: `fc_${at}`, call_id: `c${at}`, name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: `c${at}`, output: words(200, 'answer') },
  ];
}

function items(rounds: number): object[] {
  return [
    { role: 'user', content: 'Go.' },
    ...Array.from({ length: rounds }, (_, at) => round(at)).flat(),
    { role: 'user', content: 'And now?' },
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

test('the report counts the sent messages, where reasoning is removed with the item after it', async () => {
  const palimpsest = createPalimpsest();
  palimpsest.registry.register(withoutTexts);
  const { messages, report } = await palimpsest.compress(items(6), {
    format: 'openai-responses',
    strategy: 'without-texts',
    targetTokens: 1,
  });
  // The last message of the model keeps its reasoning.
  expect(messages.filter((item) => 'summary' in item)).toHaveLength(1);
  expect(report.kind).toBe('applied');
  expect(report.tokensAfter).toBe(
    estimateEntryTokens(getCodec('openai-responses').decode(messages)),
  );
});

test('returns the messages unchanged when the result would be larger', async () => {
  // The file id is shorter than the placeholder that would replace it.
  const file = { type: 'file', file: { file_id: 'f' } };
  const given = [
    { role: 'user', content: 'Go.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: [file] },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And now?' },
  ];
  const { messages, report } = await compress(given, { strategy: 'salience', targetRatio: 0.1 });
  expect(messages).toEqual(given);
  for (const [at, message] of messages.entries()) expect(message).toBe(given[at]);
  expect(report).toMatchObject({ kind: 'noop', reason: 'no-gain', dropped: {} });
  expect(report.tokensAfter).toBe(report.tokensBefore);
  expect(report.shortfallReason).toContain('would have become larger');
});

test('meets the target when the format writes more tokens than the strategy counts', async () => {
  const inlineData = { mimeType: 'image/png', data: 'QUJD'.repeat(40) };
  const rounds = Array.from({ length: 12 }, (_, at): object[] => {
    const response = { stdout: words(60 + at, 'line'), exitCode: 0 };
    return [
      { role: 'model', parts: [{ functionCall: { id: `c${at}`, name: 'f', args: {} } }] },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: `c${at}`, name: 'f', response, parts: [{ inlineData }] } },
        ],
      },
    ];
  });
  const messages = [{ role: 'user', parts: [{ text: 'Go.' }] }, ...rounds.flat()];
  const missed: number[] = [];
  const { report } = await compress(messages, { format: 'gemini', targetTokens: 1e6 });
  for (let target = report.tokensBefore; target > report.tokensBefore * 0.8; target -= 3) {
    const made = await compress(messages, { strategy: 'high-density', targetTokens: target });
    if (made.report.tokensAfter > target) missed.push(target);
  }
  expect(missed).toEqual([]);
});
