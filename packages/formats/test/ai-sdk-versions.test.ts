import * as version7 from 'ai';
import * as version6 from 'ai-v6';
import { MockLanguageModelV3 } from 'ai-v6/test';
import { MockLanguageModelV4 } from 'ai/test';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aiSdk, type AiSdkMessage } from '@palimpsest/formats/ai-sdk';
import { openai } from '@palimpsest/formats/openai';
import { bytes, everything } from './ai-sdk-messages.ts';
import { anyHistory } from './arbitrary-history.ts';
import { conversations } from './corpus.ts';
import { plain } from './expect-history.ts';

const answer = {
  content: [{ type: 'text' as const, text: 'fine' }],
  finishReason: { unified: 'stop' as const, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
};

/** Prompts that the language model of each version receives for messages. */
const prompts = {
  async 7(messages: readonly AiSdkMessage[]): Promise<readonly AiSdkMessage[]> {
    const model = new MockLanguageModelV4({ doGenerate: answer });
    await version7.generateText({ model, messages: messages as never, ...OPEN });
    return model.doGenerateCalls[0]!.prompt;
  },
  async 6(messages: readonly AiSdkMessage[]): Promise<readonly AiSdkMessage[]> {
    const model = new MockLanguageModelV3({ doGenerate: answer });
    await version6.generateText({ model, messages: messages as never, ...OPEN });
    return model.doGenerateCalls[0]!.prompt;
  },
};

const OPEN = { allowSystemInMessages: true };

describe.each([
  ['7', version7.modelMessageSchema, prompts[7]],
  ['6', version6.modelMessageSchema, prompts[6]],
] as const)('version %s of the AI SDK', (_version, schema, promptOf) => {
  const refused = (messages: readonly unknown[]): readonly unknown[] =>
    messages.filter((message) => !schema.safeParse(message).success);

  test('accepts messages written from entries of any origin', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        expect(refused(aiSdk.encode(history))).toEqual([]);
      }),
    );
  });

  test('accepts recorded conversations, unchanged and with replaced texts and results', () => {
    for (const { id, messages } of conversations()) {
      const written = aiSdk.encode(openai.decode(messages));
      expect([id, refused(written)]).toEqual([id, []]);
      expect([id, refused(shortened(written))]).toEqual([id, []]);
    }
  });

  test('accepts every kind of part, unchanged and edited', () => {
    expect(refused(everything)).toEqual([]);
    expect(refused(shortened(everything))).toEqual([]);
  });

  test('gives its models prompts that decode like the messages, and accepts an edited prompt', async () => {
    const picture = { type: 'file', data: bytes, mediaType: 'image/png' };
    const given = [{ role: 'user', content: [{ type: 'text', text: 'Look' }, picture] }];
    const asked = [...given, ...exchange];
    const prompt = await promptOf(asked);
    expect(prompt[0]).not.toBe(given[0]);
    const again = aiSdk.encode(aiSdk.decode(prompt));
    expect(again.every((message, index) => message === prompt[index])).toBe(true);
    expect(plain(aiSdk.decode(prompt)).slice(1)).toEqual(plain(aiSdk.decode(exchange)));
    expect(plain(aiSdk.decode(await promptOf(shortened(prompt)))).slice(1)).toEqual(
      plain(aiSdk.decode(shortened(exchange))),
    );
  });
});

const exchange: readonly AiSdkMessage[] = [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'a' } }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'read',
        output: { type: 'json', value: { lines: ['long'] } },
      },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'And?' }] },
];

function shortened(messages: readonly AiSdkMessage[]): AiSdkMessage[] {
  return aiSdk.encode(
    aiSdk.decode(messages).map((entry) => ({
      ...entry,
      blocks: entry.blocks.map((block) => {
        if (block.type === 'tool_response') return { ...block, result: 'short' };
        return block.type === 'text' ? { ...block, text: 'brief' } : block;
      }),
    })),
  );
}
