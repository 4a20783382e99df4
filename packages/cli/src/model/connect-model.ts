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

/** Connects to a model. Loads only the provider package that it needs. */
export async function connectModel(address: ModelAddress): Promise<ModelProvider> {
  const { name, apiKey } = address;
  const secrets = apiKey === '' ? [] : [apiKey];
  return fromLanguageModel(await loadModel(address), { name, secrets });
}

async function loadModel({ name, model, apiKey, baseUrl }: ModelAddress): Promise<LanguageModel> {
  const baseURL = baseUrl.href.replace(/\/$/, '');
  const settings = { name, baseURL, apiKey, fetch: guardedFetch };
  switch (name) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Users give the URL with and without its version.
      const versioned = baseURL.endsWith('/v1') ? baseURL : `${baseURL}/v1`;
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
