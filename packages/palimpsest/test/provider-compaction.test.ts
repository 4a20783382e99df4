import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';
import { describe, expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const printed = (at: number): string =>
  Array.from({ length: 200 }, (_, line) => `ok ${line} of suite ${at} passed`).join('\n');

const worked = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, step) => {
    const id = `t${from + step}`;
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'bash', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: printed(from + step) }],
      },
    ];
  }).flat();

const asked = { role: 'user', content: 'Make it green.' };
/** The summary by Anthropic of all messages before it. */
const summary = { type: 'compaction', content: 'What was.', signature: 'S' };
const alone = { role: 'assistant', content: [summary] };
const calling = {
  role: 'assistant',
  content: [
    summary,
    { type: 'text', text: 'I go on.' },
    { type: 'tool_use', id: 'next', name: 'bash', input: {} },
  ],
};
const answer = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'next', content: printed(0) }],
};

/** Provider summaries in AI SDK format: by Anthropic and by OpenAI. */
const toldAnthropic = {
  role: 'assistant',
  content: [
    { type: 'text', text: printed(0), providerOptions: { anthropic: { type: 'compaction' } } },
  ],
};
const toldOpenai = {
  role: 'assistant',
  content: [
    {
      type: 'custom',
      kind: 'openai.compaction',
      providerOptions: { openai: { itemId: 'cmp_1', encryptedContent: 'cipher' } },
    },
  ],
};
const question = (at: number) => [
  { role: 'user', content: `Look at this ${at}:\n${printed(at)}` },
  { role: 'assistant', content: [{ type: 'text', text: `I saw ${at}.\n${printed(at)}` }] },
];
const questions = Array.from({ length: 8 }, (_, at) => question(at)).flat();

describe.each(['salience', 'high-density', 'extractive', 'top-down-truncation'])(
  '%s',
  (strategy) => {
    test.each([
      ['begins a conversation', alone, [alone, asked, ...worked(1, 9)]],
      ['calls a tool', calling, [asked, ...worked(1, 4), calling, answer, ...worked(4, 9)]],
    ])('what a provider compacted stays where it %s', async (_, message, messages) => {
      const { messages: after, report } = await compress<AnthropicMessage>(messages, {
        strategy,
        targetRatio: 0.3,
        format: 'anthropic',
      });
      expect(report.kind).toBe('applied');
      expect(after).toContain(message);
      expect(message === calling ? checkAnthropic(after) : []).toEqual([]);
    });

    test.each([toldAnthropic, toldOpenai])(
      'keeps a provider summary in AI SDK format: %#',
      async (message) => {
        const messages = [asked, message, ...questions];
        const { messages: after, report } = await compress<object>(messages, {
          strategy,
          targetRatio: 0.3,
          format: 'ai-sdk',
        });
        expect(report.kind).toBe('applied');
        expect(after).toContain(message);
      },
    );
  },
);
