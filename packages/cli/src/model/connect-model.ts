import type { ModelProvider } from '@palimpsest/core-types';
import { fromLanguageModel, guardedFetch, type LanguageModel } from '@palimpsest/providers';

export type ProviderName = 'openai' | 'anthropic' | 'gemini' | 'ollama';

export interface ModelAddress {
  readonly name: ProviderName;
  readonly model: string;
  readonly baseUrl: URL;
  /** Blank if the server needs none. */
  readonly apiKey: string;
}

/** Minimum length of a secret in a query: shorter texts would remove letters from error messages. */
const MIN_SECRET_LENGTH = 8;

/** Connects to a model. Loads only the provider package that it needs. */
export async function connectModel(address: ModelAddress): Promise<ModelProvider> {
  const { name, apiKey, baseUrl } = address;
  const values = [...baseUrl.searchParams.values()];
  const secrets = values.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return fromLanguageModel(await loadModel(address), {
    name,
    secrets: apiKey === '' ? secrets : [apiKey, ...secrets],
  });
}

async function loadModel({ name, model, apiKey, baseUrl }: ModelAddress): Promise<LanguageModel> {
  const { origin, pathname, searchParams } = baseUrl;
  let path = pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const fetch: typeof guardedFetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    for (const [key, value] of searchParams) url.searchParams.set(key, value);
    return guardedFetch(url, init);
  };
  const settings = { name, baseURL: `${origin}${path}`, apiKey, fetch };
  switch (name) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Users give the URL with and without its version.
      const versioned = path.endsWith('/v1') ? settings.baseURL : `${settings.baseURL}/v1`;
      return createAnthropic({ ...settings, baseURL: versioned })(model);
    }
    case 'gemini': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings)(model);
    }
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settings, includeUsage: true })(model);
    }
  }
}
