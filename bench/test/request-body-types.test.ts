import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentParameters } from '@google/genai';
import type OpenAI from 'openai';
import { compress } from 'palimpsest';
import { expect, expectTypeOf, test } from 'vitest';

const user = { role: 'user' as const, content: 'Hi' };

test('request bodies typed by provider SDKs keep their type', async () => {
  const messages: Anthropic.MessageCreateParamsNonStreaming = {
    model: 'm',
    max_tokens: 1,
    messages: [user],
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  };
  const chat: OpenAI.ChatCompletionCreateParamsNonStreaming = { model: 'm', messages: [user] };
  const response: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: 'm', input: 'Hi' };
  const content: GenerateContentParameters = {
    model: 'm',
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    config: { systemInstruction: 'Be brief.' },
  };
  const results = {
    messages: await compress(messages),
    chat: await compress(chat),
    response: await compress(response),
    content: await compress(content),
  };
  expectTypeOf(results.messages.body).toEqualTypeOf(messages);
  expectTypeOf(results.chat.body).toEqualTypeOf(chat);
  expectTypeOf(results.response.body).toEqualTypeOf(response);
  expectTypeOf(results.content.body).toEqualTypeOf(content);
  const given = [messages, chat, response, content];
  expect(Object.values(results).map(({ body }) => body)).toEqual(given);
  expect(Object.values(results).map(({ report }) => report.format)).toEqual([
    'anthropic',
    'openai',
    'openai-responses',
    'gemini',
  ]);
});

test('typed messages keep their type, and untyped messages are accepted', async () => {
  const list: OpenAI.ChatCompletionMessageParam[] = [user];
  expectTypeOf((await compress(list)).messages).toEqualTypeOf(list);
  const untyped = JSON.parse('[{"role":"user","content":"Hi"}]');
  expectTypeOf((await compress(untyped)).messages).toBeArray();
  // @ts-expect-error no member holds messages
  await expect(compress({ text: 'Hi' })).rejects.toThrow(/request body/);
});
