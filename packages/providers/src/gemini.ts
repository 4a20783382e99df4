import type { ModelProvider } from '@palimpsest/core-types';
import { gemini as codec, geminiRequest } from '@palimpsest/formats/gemini';
import type { Protocol } from './answer/protocol.ts';
import { readGeminiEvent } from './answer/read-gemini.ts';
import { httpProvider } from './http/http-provider.ts';
import { readConnection } from './options/connection.ts';
import type { ConnectionOptions } from './options/connection-options.ts';
import { entriesOf, humanFirst } from './request/plain-turns.ts';

export interface GeminiOptions extends ConnectionOptions {
  /** Without `models/`, or with it. */
  readonly model: string;
  /** @default 'https://generativelanguage.googleapis.com/v1beta' */
  readonly baseUrl?: string | undefined;
}

const BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/**
 * The Gemini API. The key goes into a header, never into the address.
 *
 * @throws {ProviderOptionError}
 */
export function gemini(options: GeminiOptions): ModelProvider {
  const connection = readConnection(options, { name: 'gemini', baseUrl: BASE_URL });
  const model = connection.model.replace(/^models\//, '');
  const protocol: Protocol = {
    path: `/models/${encodeURIComponent(model)}:streamGenerateContent`,
    query: { alt: 'sse' },
    headers: (key) => (key === undefined ? {} : { 'x-goog-api-key': key }),
    body(turns, maxOutputTokens) {
      const { system, rest } = humanFirst(turns);
      const entries = entriesOf(system === undefined ? rest : [system, ...rest]);
      return {
        ...geminiRequest(codec.encode(entries)),
        ...(maxOutputTokens === undefined ? {} : { generationConfig: { maxOutputTokens } }),
      };
    },
    read: readGeminiEvent,
  };
  return httpProvider(protocol, connection);
}
