import type { ModelProvider, ResolvedModel } from '@palimpsest/core-types';
import { fromLanguageModel, guardedFetch, type LanguageModel } from '@palimpsest/providers';
import { rejectOptions } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';

/** The model that writes summaries. */
export interface ChosenModel extends ResolvedModel {
  readonly model: string;
}

export const PROVIDERS = ['openai', 'anthropic', 'gemini', 'ollama'] as const;

type ProviderName = (typeof PROVIDERS)[number];

interface Service {
  readonly url: string;
  /** Environment variables for the API key; the first one that is set counts. */
  readonly keys: readonly string[];
  /** Tokens of the context window by default. */
  readonly window?: number;
}

const SERVICES: Readonly<Record<ProviderName, Service>> = {
  openai: { url: 'https://api.openai.com/v1', keys: ['OPENAI_API_KEY'] },
  anthropic: { url: 'https://api.anthropic.com/v1', keys: ['ANTHROPIC_API_KEY'] },
  gemini: {
    url: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  // The server cuts longer requests silently at this default.
  ollama: { url: 'http://localhost:11434/v1', keys: [], window: 4_096 },
};

export interface ModelOptions {
  readonly provider?: ProviderName | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly modelWindow?: number | undefined;
}

/**
 * Connects to the model that the options name. Sends nothing yet.
 *
 * @throws {UsageError} for a missing model or key, or an invalid address
 */
export function readModel(given: ModelOptions, env: MainIo['env']): ChosenModel | undefined {
  const { provider: name, model = '' } = given;
  if (name === undefined) {
    const problem = `needs --provider NAME: one of ${PROVIDERS.join(', ')}.`;
    rejectOptions(given, ['model', 'base-url', 'model-window'], problem);
    return undefined;
  }
  if (model.trim() === '') throw new UsageError(`--provider ${name} needs --model NAME.`);
  const { url, keys, window } = SERVICES[name];
  const apiKey = readKey(keys, env);
  const baseUrl = readBaseUrl(given.baseUrl);
  if (apiKey === undefined && baseUrl === undefined && keys.length > 0) {
    throw new UsageError(
      `--provider ${name} needs a key. Set ${keys.join(' or ')}, or give --base-url URL of a server that needs none.`,
    );
  }
  const address = { name, model: model.trim(), baseUrl: baseUrl ?? url, apiKey: apiKey ?? '' };
  const contextLimit = given.modelWindow ?? window;
  const provider: ModelProvider = {
    name,
    // Connects with each request, so that a command without one loads no client.
    async *generateChatCompletion(request) {
      const secrets = address.apiKey === '' ? [] : [address.apiKey];
      const connected = fromLanguageModel(await connect(address), { name, secrets });
      yield* connected.generateChatCompletion(request);
    },
  };
  return { provider, model: address.model, ...(contextLimit && { contextLimit }) };
}

/** What an HTTP header can carry. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function readKey(names: readonly string[], env: MainIo['env']): string | undefined {
  const key = names.map((name) => env[name]?.trim()).find((value) => Boolean(value));
  if (key === undefined || HEADER_VALUE.test(key)) return key;
  throw new UsageError(
    `The key in ${names.join(' or ')} has a character that no request can carry. Set it again.`,
  );
}

/** Returns an address without a slash at its end. */
function readBaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isHttp && !/[@?#]/.test(url.href)) return url.href.replace(/\/$/, '');
  throw new UsageError(
    '--base-url: expected a complete URL without user, password or query, such as http://localhost:11434/v1.',
  );
}

interface ModelAddress {
  readonly name: ProviderName;
  readonly model: string;
  readonly baseUrl: string;
  /** Blank if the server needs none. */
  readonly apiKey: string;
}

/** Loads only the client that a provider needs. */
async function connect({ name, model, apiKey, baseUrl }: ModelAddress): Promise<LanguageModel> {
  const settings = { name, baseURL: baseUrl, apiKey, fetch: guardedFetch };
  switch (name) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Users give the URL with and without its version.
      const baseURL = baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1`;
      return createAnthropic({ ...settings, baseURL })(model);
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
