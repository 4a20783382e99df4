import type { ModelProvider } from '@palimpsest/core-types';
import { rejectOptions, withValue, type Arguments, type Options } from '../arguments/command.ts';
import { readChoice, readPositive } from '../arguments/options.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import type { ModelAddress, ProviderName } from './connect-model.ts';

/** The model that writes summaries. */
export interface ChosenModel {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Tokens of its context window, if known. */
  readonly contextLimit?: number;
}

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

export const PROVIDERS: readonly ProviderName[] = Object.keys(SERVICES) as ProviderName[];

export const MODEL_OPTIONS: Options = {
  provider: withValue(
    'NAME',
    `provider of the model that writes summaries: ${PROVIDERS.join(', ')}`,
    'p',
  ),
  model: withValue('NAME', 'name of that model', 'm'),
  'base-url': withValue('URL', 'address of the provider, or of a server with the same API'),
  'model-window': withValue(
    'N',
    'context window of that model in tokens, if smaller than the conversation’s (default for ollama: 4096)',
  ),
  fallback: withValue('NAME', 'strategy without a model, used when the model fails'),
};

/**
 * Connects to the model that the options name. Sends nothing yet.
 *
 * @throws {UsageError} for a missing model or key, or an invalid address
 */
export function readModel(given: Arguments, env: MainIo['env']): ChosenModel | undefined {
  const name = readChoice(given, 'provider', PROVIDERS);
  if (name === undefined) {
    const problem = `needs --provider NAME: one of ${PROVIDERS.join(', ')}.`;
    rejectOptions(given, ['model', 'base-url', 'model-window'], problem);
    return undefined;
  }
  const model = given.get('model')?.trim() ?? '';
  if (model === '') throw new UsageError(`--provider ${name} needs --model NAME.`);
  const { url, keys, window } = SERVICES[name];
  const key = readKey(keys, env);
  const baseUrl = readBaseUrl(given.get('base-url'));
  if (key === undefined && baseUrl === undefined && keys.length > 0) {
    throw new UsageError(
      `--provider ${name} needs a key. Set ${keys.join(' or ')}, or give --base-url URL of a server that needs none.`,
    );
  }
  const address = { name, model, baseUrl: baseUrl ?? new URL(url), apiKey: key ?? '' };
  const contextLimit = readPositive(given, 'model-window') ?? window;
  return { provider: createProvider(address), model, ...(contextLimit && { contextLimit }) };
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

function readBaseUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isHttp && !/[@?#]/.test(url.href)) return url;
  throw new UsageError(
    '--base-url: expected a complete URL without user, password or query, such as http://localhost:11434/v1.',
  );
}

/** Creates a provider that connects with each request, so that a command without one loads no client. */
function createProvider(address: ModelAddress): ModelProvider {
  return {
    name: address.name,
    async *generateChatCompletion(request) {
      const { connectModel } = await import('./connect-model.ts');
      yield* (await connectModel(address)).generateChatCompletion(request);
    },
  };
}
