import type { ModelProvider } from '@palimpsest/core-types';
import { ProviderOptionError, type ConnectionOptions } from '@palimpsest/providers';
import { anthropicMessages } from '@palimpsest/providers/anthropic';
import { gemini } from '@palimpsest/providers/gemini';
import { openaiChat } from '@palimpsest/providers/openai';
import { withValue, type Arguments, type Options } from '../arguments/command.ts';
import { readChoice, readPositive } from '../arguments/option-values.ts';
import { UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';

/** The model that writes summaries. */
export interface ChosenModel {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Tokens of its context window, if known. */
  readonly contextLimit?: number;
}

interface Kind {
  readonly connect: (options: ConnectionOptions) => ModelProvider;
  /** Environment variables for the API key; the first one that is set counts. */
  readonly keys: readonly string[];
  readonly baseUrl?: string;
  /** Tokens of the context window by default. */
  readonly window?: number;
}

type ProviderName = 'openai' | 'anthropic' | 'gemini' | 'ollama';

const KINDS: Readonly<Record<ProviderName, Kind>> = {
  openai: { connect: openaiChat, keys: ['OPENAI_API_KEY'] },
  anthropic: { connect: anthropicMessages, keys: ['ANTHROPIC_API_KEY'] },
  gemini: { connect: gemini, keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
  // The server cuts longer requests silently at this default.
  ollama: { connect: openaiChat, keys: [], baseUrl: 'http://localhost:11434/v1', window: 4_096 },
};

export const PROVIDERS: readonly ProviderName[] = ['openai', 'anthropic', 'gemini', 'ollama'];

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
    const early = ['model', 'base-url', 'model-window'].find((option) => given.has(option));
    if (early === undefined) return undefined;
    throw new UsageError(`--${early} needs --provider NAME: one of ${PROVIDERS.join(', ')}.`);
  }
  const model = given.get('model')?.trim() ?? '';
  if (model === '') throw new UsageError(`--provider ${name} needs --model NAME.`);
  const kind: Kind = KINDS[name];
  const key = kind.keys.map((variable) => env[variable]?.trim()).find((value) => Boolean(value));
  const baseUrl = given.get('base-url') ?? kind.baseUrl;
  if (key === undefined && baseUrl === undefined) {
    throw new UsageError(
      `--provider ${name} needs a key. Set ${kind.keys.join(' or ')}, or give --base-url URL of a server that needs none.`,
    );
  }
  const provider = connect(kind, {
    name,
    model,
    ...(key === undefined ? {} : { apiKey: key }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  const contextLimit = readPositive(given, 'model-window') ?? kind.window;
  return { provider, model, ...(contextLimit === undefined ? {} : { contextLimit }) };
}

/** Rewords errors in terms of the command. */
function connect({ connect: create, keys }: Kind, options: ConnectionOptions): ModelProvider {
  try {
    return create(options);
  } catch (error) {
    if (!(error instanceof ProviderOptionError)) throw error;
    throw new UsageError(
      error.option === 'apiKey'
        ? `The key in ${keys.join(' or ')} has a character that no request can carry. Set it again.`
        : '--base-url: expected a complete URL without user or password, such as http://localhost:11434/v1.',
    );
  }
}
