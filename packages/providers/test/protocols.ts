import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelProvider, UsageStats } from '@palimpsest/core-types';
import { fromLanguageModel, guardedFetch, type LanguageModel } from '@palimpsest/providers';
import type { LanguageModelOptions } from '../src/language-model-options.ts';
import { event } from './stub-server.ts';

export const KEY = 'sk-secret-0123456789';

/** One response in the protocol of each provider package of the AI SDK. */
export interface Protocol {
  readonly name: string;
  readonly model: (url: string, fetch?: typeof globalThis.fetch) => LanguageModel;
  readonly path: string;
  readonly keyHeader: string;
  readonly opening: readonly string[];
  readonly text: (text: string) => string;
  /** Missing if the provider package reads no reasoning. */
  readonly reasoning?: (text: string) => string;
  /** The events that end the response, with its token usage. */
  readonly ending: readonly string[];
  readonly finishReason: string;
  readonly usage: UsageStats;
  readonly error: (type: string, message: string) => unknown;
}

/** Connects to a stub server, with short retry delays. */
export function connect(
  { model }: Protocol,
  url: string,
  options: LanguageModelOptions = {},
): ModelProvider {
  const fast = { retryDelayMs: 1, timeoutMs: 5_000, secrets: [KEY] };
  return fromLanguageModel(model(url), { ...fast, ...options });
}

const openaiUsage = {
  prompt_tokens: 9,
  completion_tokens: 4,
  total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 1 },
};

export const openai: Protocol = {
  name: 'openai.chat',
  model: (url, fetch = guardedFetch) =>
    createOpenAI({ apiKey: KEY, fetch, baseURL: `${url}/v1` }).chat('m-1'),
  path: '/v1/chat/completions',
  keyHeader: 'authorization',
  opening: [event({ model: 'm-1b', choices: [{ index: 0, delta: { role: 'assistant' } }] })],
  text: (content) => event({ model: 'm-1b', choices: [{ index: 0, delta: { content } }] }),
  ending: [
    event({ model: 'm-1b', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    event({ model: 'm-1b', choices: [], usage: openaiUsage }),
    event('[DONE]'),
  ],
  finishReason: 'stop',
  usage: {
    promptTokens: 9,
    completionTokens: 4,
    totalTokens: 13,
    cachedTokens: 2,
    reasoningTokens: 1,
  },
  error: (type, message) => ({ error: { message, type, param: null, code: null } }),
};

/** Ollama, vLLM, LM Studio, OpenRouter and others. */
export const compatible: Protocol = {
  ...openai,
  name: 'ollama.chat',
  model: (url, fetch = guardedFetch) =>
    createOpenAICompatible({
      name: 'ollama',
      apiKey: KEY,
      fetch,
      baseURL: `${url}/v1`,
      includeUsage: true,
    })('m-1'),
  reasoning: (text) =>
    event({ model: 'm-1b', choices: [{ index: 0, delta: { reasoning_content: text } }] }),
};

const anthropicUsage = {
  input_tokens: 5,
  cache_creation_input_tokens: 1,
  cache_read_input_tokens: 3,
  output_tokens: 1,
};
const anthropicMessage = { model: 'm-1b', content: [], usage: anthropicUsage };

export const anthropic: Protocol = {
  name: 'anthropic.messages',
  model: (url, fetch = guardedFetch) =>
    createAnthropic({ apiKey: KEY, fetch, baseURL: `${url}/v1` })('m-1'),
  path: '/v1/messages',
  keyHeader: 'x-api-key',
  opening: [
    event({ type: 'message_start', message: anthropicMessage }, 'message_start'),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'ping' }, 'ping'),
  ],
  text: (text) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  reasoning: (thinking) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } }),
  ending: [
    event({ type: 'content_block_stop', index: 0 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 4 },
    }),
    event({ type: 'message_stop' }, 'message_stop'),
  ],
  finishReason: 'end_turn',
  usage: {
    promptTokens: 9,
    completionTokens: 4,
    totalTokens: 13,
    cachedTokens: 3,
    cacheCreationTokens: 1,
  },
  error: (type, message) => ({ type: 'error', error: { type, message } }),
};

const geminiUsage = {
  promptTokenCount: 9,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 1,
  cachedContentTokenCount: 2,
  totalTokenCount: 13,
};
const content = (...parts: readonly unknown[]) => ({ content: { role: 'model', parts } });

export const gemini: Protocol = {
  name: 'google.generative-ai',
  model: (url, fetch = guardedFetch) =>
    createGoogle({ apiKey: KEY, fetch, baseURL: `${url}/v1` })('m-1'),
  path: '/v1/models/m-1:streamGenerateContent?alt=sse',
  keyHeader: 'x-goog-api-key',
  opening: [],
  text: (text) => event({ candidates: [content({ text })], modelVersion: 'm-1b' }),
  reasoning: (text) => event({ candidates: [content({ text, thought: true })] }),
  ending: [
    event({
      candidates: [{ ...content({ text: '' }), finishReason: 'STOP' }],
      usageMetadata: geminiUsage,
      modelVersion: 'm-1b',
    }),
  ],
  finishReason: 'STOP',
  usage: {
    promptTokens: 9,
    completionTokens: 4,
    totalTokens: 13,
    cachedTokens: 2,
    reasoningTokens: 1,
  },
  error: (status, message) => ({ error: { code: 400, message, status } }),
};

export const protocols: readonly Protocol[] = [openai, compatible, anthropic, gemini];
