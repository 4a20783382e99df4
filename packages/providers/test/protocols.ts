import type { ModelProvider, UsageStats } from '@palimpsest/core-types';
import {
  anthropicMessages,
  gemini,
  openaiChat,
  type ConnectionOptions,
} from '@palimpsest/providers';
import { event } from './stub-server.ts';

export const KEY = 'sk-secret-0123456789';

/** How each protocol says the same things. */
export interface Speech {
  readonly name: string;
  readonly provider: (url: string, options?: Partial<ConnectionOptions>) => ModelProvider;
  readonly path: string;
  readonly keyHeader: string;
  readonly opening: readonly string[];
  readonly said: (text: string) => string;
  readonly thought: (text: string) => string;
  /** Says why it ended, and what it cost. */
  readonly ending: readonly string[];
  readonly finishReason: string;
  readonly usage: UsageStats;
  /** The whole of an answer, as a server gives it that does not stream. */
  readonly whole: (text: string) => unknown;
  readonly failed: (type: string, message: string) => unknown;
}

const FAST = { apiKey: KEY, retryDelayMs: 1, timeoutMs: 5_000 };

export const openaiSpeech: Speech = {
  name: 'openai',
  provider: (url, options) =>
    openaiChat({ model: 'm-1', baseUrl: `${url}/v1`, ...FAST, ...options }),
  path: '/v1/chat/completions',
  keyHeader: 'authorization',
  opening: [event({ model: 'm-1b', choices: [{ index: 0, delta: { role: 'assistant' } }] })],
  said: (content) => event({ model: 'm-1b', choices: [{ index: 0, delta: { content } }] }),
  thought: (text) =>
    event({ model: 'm-1b', choices: [{ index: 0, delta: { reasoning_content: text } }] }),
  ending: [
    event({ model: 'm-1b', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    event({
      model: 'm-1b',
      choices: [],
      usage: {
        prompt_tokens: 9,
        completion_tokens: 4,
        total_tokens: 13,
        prompt_tokens_details: { cached_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 1 },
      },
    }),
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
  whole: (content) => ({
    model: 'm-1b',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: 9,
      completion_tokens: 4,
      total_tokens: 13,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 1 },
    },
  }),
  failed: (type, message) => ({ error: { message, type, param: null, code: null } }),
};

const anthropicUsage = {
  input_tokens: 5,
  cache_creation_input_tokens: 1,
  cache_read_input_tokens: 3,
  output_tokens: 1,
};

export const anthropicSpeech: Speech = {
  name: 'anthropic',
  provider: (url, options) =>
    anthropicMessages({ model: 'm-1', baseUrl: url, ...FAST, ...options }),
  path: '/v1/messages',
  keyHeader: 'x-api-key',
  opening: [
    event(
      { type: 'message_start', message: { model: 'm-1b', content: [], usage: anthropicUsage } },
      'message_start',
    ),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'ping' }, 'ping'),
  ],
  said: (text) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  thought: (thinking) =>
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
    cache_read_input_tokens: 3,
    cacheCreationTokens: 1,
    cache_creation_input_tokens: 1,
  },
  whole: (text) => ({
    type: 'message',
    model: 'm-1b',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { ...anthropicUsage, output_tokens: 4 },
  }),
  failed: (type, message) => ({ type: 'error', error: { type, message } }),
};

const geminiUsage = {
  promptTokenCount: 9,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 1,
  cachedContentTokenCount: 2,
  totalTokenCount: 13,
};
const parts = (...list: readonly unknown[]) => ({ content: { role: 'model', parts: list } });

export const geminiSpeech: Speech = {
  name: 'gemini',
  provider: (url, options) => gemini({ model: 'm-1', baseUrl: `${url}/v1`, ...FAST, ...options }),
  path: '/v1/models/m-1:streamGenerateContent?alt=sse',
  keyHeader: 'x-goog-api-key',
  opening: [],
  said: (text) => event({ candidates: [parts({ text })], modelVersion: 'm-1b' }),
  thought: (text) => event({ candidates: [parts({ text, thought: true })] }),
  ending: [
    event({
      candidates: [{ ...parts({ text: '' }), finishReason: 'STOP' }],
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
  // Without `alt=sse` the API answers with a list.
  whole: (text) => [
    { candidates: [parts({ text })], modelVersion: 'm-1b' },
    { candidates: [{ finishReason: 'STOP' }], usageMetadata: geminiUsage },
  ],
  failed: (status, message) => ({ error: { code: 400, message, status } }),
};

export const speeches: readonly Speech[] = [openaiSpeech, anthropicSpeech, geminiSpeech];
