import type {
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { fromLanguageModel, type LanguageModel } from '@palimpsest/providers';
import { createOpenAICompatible } from 'openai-compatible-v2';
import { expect, expectTypeOf, test } from 'vitest';
import type { ResponsePart } from '../src/language-model.ts';
import { collect, failureOf, textOf } from './collect.ts';
import { compatible } from './protocols.ts';
import { json, stream, stub } from './stub-server.ts';

type Read<Part> = Extract<Part, { type: ResponsePart['type'] }>;

test('accepts the model and stream types of the AI SDK', () => {
  expectTypeOf<LanguageModelV3>().toExtend<LanguageModel>();
  expectTypeOf<LanguageModelV4>().toExtend<LanguageModel>();
  expectTypeOf<Read<LanguageModelV3StreamPart>>().toExtend<ResponsePart>();
  expectTypeOf<Read<LanguageModelV4StreamPart>>().toExtend<ResponsePart>();
});

test('accepts a model of specification version 3, as in `ai` 6', async () => {
  const { opening, text, ending, reasoning, usage } = compatible;
  const { url, requests } = await stub((response, count) =>
    count === 1
      ? json(response, 429, compatible.error('rate_limit_error', 'Slow down.'))
      : stream(response, [...opening, reasoning!('Hm.'), text('Blue.'), ...ending]),
  );
  const model = createOpenAICompatible({ name: 'old', baseURL: `${url}/v1`, includeUsage: true });
  const provider = fromLanguageModel(model('m-1'), { retryDelayMs: 1 });
  const entries = await collect(provider);
  expect(model('m-1').specificationVersion).toBe('v3');
  expect(requests).toHaveLength(2);
  expect(entries.map(({ blocks }) => blocks)).toEqual([
    [{ type: 'thinking', thought: 'Hm.' }],
    [{ type: 'text', text: 'Blue.' }],
    [],
  ]);
  expect(entries.at(-1)?.metadata).toEqual({
    provider: 'old.chat',
    model: 'm-1b',
    finishReason: 'stop',
    usage,
  });
});

const finish = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: undefined },
  usage: { inputTokens: {}, outputTokens: {} },
};

/** Returns a model that streams these parts. */
function streaming(...parts: readonly unknown[]): LanguageModel {
  const doStream = () =>
    Promise.resolve({
      stream: new ReadableStream<unknown>({
        start(control) {
          for (const part of parts) control.enqueue(part);
          control.close();
        },
      }),
    });
  return { specificationVersion: 'v4', provider: 'mine', modelId: 'm', doStream };
}

test('skips unknown parts, and omits unknown usage', async () => {
  const model = streaming(
    { type: 'stream-start', warnings: [] },
    { type: 'brand-new' },
    { type: 'text-delta', id: '0', delta: 'Blue.' },
    finish,
  );
  const entries = await collect(fromLanguageModel(model));
  expect(textOf(entries)).toBe('Blue.');
  expect(entries.at(-1)?.metadata).toEqual({ provider: 'mine', finishReason: 'stop' });
});

test('limits only the reasoning between two texts', async () => {
  const reasoning = { type: 'reasoning-delta', id: '0', delta: 'x'.repeat(5 * 1_048_576) };
  const word = { type: 'text-delta', id: '1', delta: 'Blue.' };
  const entries = await collect(
    fromLanguageModel(streaming(reasoning, word, reasoning, word, finish)),
  );
  expect(textOf(entries)).toBe('Blue.Blue.');
});

/** Returns a model whose requests fail. */
function failing(reason: Error): LanguageModel {
  return { ...streaming(), doStream: () => Promise.reject(reason) };
}

/** Returns a model whose stream fails after its first text. */
function breaking(reason: Error): LanguageModel {
  const doStream = () => {
    const parts = [{ type: 'text-delta', id: '0', delta: 'The door' }];
    const broken = new ReadableStream<unknown>({
      pull(control) {
        const part = parts.shift();
        if (part === undefined) control.error(reason);
        else control.enqueue(part);
      },
    });
    return Promise.resolve({ stream: broken });
  };
  return { ...streaming(), doStream };
}

const errorOf = (model: LanguageModel) =>
  failureOf(collect(fromLanguageModel(model, { maxRetries: 0 })));

const apiError = (fields: object) =>
  Object.assign(new Error('Failed.'), { name: 'AI_APICallError' }, fields);

test('distinguishes an unreachable provider from an interrupted response', async () => {
  const reset = new Error('fetch failed', { cause: { code: 'ECONNRESET' } });
  expect(await errorOf(failing(reset))).toMatchObject({ code: 'UNREACHABLE', isTransient: true });
  expect(await errorOf(breaking(reset))).toMatchObject({ code: 'STREAM_CUT', isTransient: true });
  expect(await errorOf(failing(apiError({})))).toMatchObject({ code: 'UNREACHABLE' });
  expect(await errorOf(failing(apiError({ statusCode: 200 })))).toMatchObject({
    code: 'STREAM_CUT',
  });
});

test('removes a secret that is encoded as in a URL', async () => {
  const model = failing(new Error('GET /?key=a%20b%26c: 403'));
  const provider = fromLanguageModel(model, { maxRetries: 0, secrets: ['a b&c'] });
  expect((await failureOf(collect(provider))).message).toContain('GET /?key=[redacted]: 403');
});
