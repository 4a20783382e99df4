import type { ModelProvider } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import type { Protocol } from './answer/protocol.ts';
import { readOpenAIEvent } from './answer/read-openai.ts';
import { httpProvider } from './http/http-provider.ts';
import { readConnection } from './options/connection.ts';
import type { ConnectionOptions } from './options/connection-options.ts';
import { ProviderOptionError } from './provider-option-error.ts';
import { kindOf } from './options/check-options.ts';
import { entriesOf } from './request/plain-turns.ts';

export interface OpenAIChatOptions extends ConnectionOptions {
  /** @default 'https://api.openai.com/v1' */
  readonly baseUrl?: string | undefined;
  /**
   * The member of the request that bounds the answer. @default `max_completion_tokens` at OpenAI's own address and for its reasoning
   * models (`o3`, `gpt-5` and the like) anywhere, else `max_tokens`
   */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens' | undefined;
}

const BASE_URL = 'https://api.openai.com/v1';
const FIELDS = ['max_tokens', 'max_completion_tokens'] as const;
const REASONING_MODEL = /^(?:[\w-]+\/)?(?:o[1-9]|gpt-[5-9])/;

/**
 * Chat completions of OpenAI and of everything that speaks like it: Ollama, vLLM, LM Studio, OpenRouter, Mistral and others.
 *
 * @throws {ProviderOptionError}
 */
export function openaiChat(options: OpenAIChatOptions): ModelProvider {
  const kind = { name: 'openai', baseUrl: BASE_URL, own: ['maxTokensField'] };
  const connection = readConnection(options, kind);
  const { model, baseUrl } = connection;
  const field = readField(options.maxTokensField) ?? defaultField(model, baseUrl);
  const protocol: Protocol = {
    path: '/chat/completions',
    end: '[DONE]',
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    body: (turns, maxOutputTokens) => ({
      model,
      messages: openai.encode(entriesOf(turns)),
      stream: true,
      stream_options: { include_usage: true },
      ...(maxOutputTokens === undefined ? {} : { [field]: maxOutputTokens }),
    }),
    read: readOpenAIEvent,
  };
  return httpProvider(protocol, connection);
}

function readField(given: unknown): (typeof FIELDS)[number] | undefined {
  if (given === undefined) return undefined;
  const field = FIELDS.find((name) => name === given);
  if (field !== undefined) return field;
  throw new ProviderOptionError('maxTokensField', kindOf(given), FIELDS.join(', '));
}

function defaultField(model: string, { hostname }: URL): (typeof FIELDS)[number] {
  const isOwn = hostname === 'api.openai.com' || REASONING_MODEL.test(model);
  return isOwn ? 'max_completion_tokens' : 'max_tokens';
}
