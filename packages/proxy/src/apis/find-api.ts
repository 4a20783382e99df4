import { anthropicApi } from './anthropic.ts';
import type { Api } from './api.ts';
import { chatApi } from './chat.ts';
import { geminiApi } from './gemini.ts';
import { responsesApi } from './responses.ts';

/** What a request asks of a model: a response, or a count of its own tokens. */
export interface ApiRequest {
  readonly api: Api;
  readonly asks: 'response' | 'count';
}

const PATHS: readonly (readonly [end: RegExp, ApiRequest])[] = [
  [/\/messages$/, { api: anthropicApi, asks: 'response' }],
  [/\/messages\/count_tokens$/, { api: anthropicApi, asks: 'count' }],
  [/\/chat\/completions$/, { api: chatApi, asks: 'response' }],
  [/\/responses$/, { api: responsesApi, asks: 'response' }],
  [/\/responses\/input_tokens$/, { api: responsesApi, asks: 'count' }],
  [/:(?:generateContent|streamGenerateContent)$/, { api: geminiApi, asks: 'response' }],
  [/:countTokens$/, { api: geminiApi, asks: 'count' }],
];

/** Finds the API of a request by its path, at any base URL; `undefined` for requests that the proxy does not read. */
export function findApi(method: string, target: string): ApiRequest | undefined {
  if (method !== 'POST') return undefined;
  const [path = ''] = target.split('?');
  return PATHS.find(([end]) => end.test(path))?.[1];
}
