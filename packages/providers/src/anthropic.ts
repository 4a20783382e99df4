import type { ModelProvider } from '@palimpsest/core-types';
import { anthropic } from '@palimpsest/formats/anthropic';
import type { Protocol } from './answer/protocol.ts';
import { readAnthropicEvent } from './answer/read-anthropic.ts';
import { httpProvider } from './http/http-provider.ts';
import { readConnection } from './options/connection.ts';
import type { ConnectionOptions } from './options/connection-options.ts';
import { entriesOf, humanFirst } from './request/plain-turns.ts';

export interface AnthropicMessagesOptions extends ConnectionOptions {
  /** With or without `/v1`. @default 'https://api.anthropic.com' */
  readonly baseUrl?: string | undefined;
  /** Most tokens of an answer, where the request does not say: the API wants a number. @default 8192, which models before Claude 3.5 refuse */
  readonly maxOutputTokens?: number | undefined;
}

/**
 * The Messages API of Anthropic. Another `anthropic-version` than 2023-06-01 goes into `headers`.
 *
 * @throws {ProviderOptionError}
 */
export function anthropicMessages(options: AnthropicMessagesOptions): ModelProvider {
  const kind = { name: 'anthropic', baseUrl: 'https://api.anthropic.com' };
  const connection = readConnection(options, kind);
  const protocol: Protocol = {
    // Some write the version into the address, as other providers want it.
    path: /\/v1\/?$/.test(connection.baseUrl.pathname) ? '/messages' : '/v1/messages',
    headers: (key) => ({
      'anthropic-version': '2023-06-01',
      ...(key === undefined ? {} : { 'x-api-key': key }),
    }),
    body(turns, maxOutputTokens = 8_192) {
      const { system, rest } = humanFirst(turns);
      return {
        model: connection.model,
        max_tokens: maxOutputTokens,
        ...(system === undefined ? {} : { system: system.text }),
        messages: anthropic.encode(entriesOf(rest)),
        stream: true,
      };
    },
    read: readAnthropicEvent,
  };
  return httpProvider(protocol, connection);
}
