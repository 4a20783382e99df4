import type { ModelProvider } from '@palimpsest/core-types';
import { ProviderOptionError, type ConnectionOptions } from '@palimpsest/providers';
import { anthropicMessages } from '@palimpsest/providers/anthropic';
import { gemini } from '@palimpsest/providers/gemini';
import { openaiChat } from '@palimpsest/providers/openai';
import type { Arguments } from '../arguments/option.ts';
import { readChoice, readPositive } from '../arguments/values.ts';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';

/** The model that was asked for. */
export interface ChosenModel {
  readonly provider: ModelProvider;
  /** Its name. */
  readonly model: string;
  /** Tokens of its window, where somebody said how many. */
  readonly contextLimit?: number;
}

interface Kind {
  readonly connect: (options: ConnectionOptions) => ModelProvider;
  /** Variables that may hold the key, the first one that does counts. */
  readonly keys: readonly string[];
  readonly baseUrl?: string;
  /** Tokens of its window where nobody says how many. */
  readonly window?: number;
}

type ProviderName = 'openai' | 'anthropic' | 'gemini' | 'ollama';

const KINDS: Readonly<Record<ProviderName, Kind>> = {
  openai: { connect: openaiChat, keys: ['OPENAI_API_KEY'] },
  anthropic: { connect: anthropicMessages, keys: ['ANTHROPIC_API_KEY'] },
  gemini: { connect: gemini, keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
  // It reads so many tokens unless its owner said otherwise, and what is beyond it cuts without a word.
  ollama: { connect: openaiChat, keys: [], baseUrl: 'http://localhost:11434/v1', window: 4_096 },
};

export const PROVIDERS: readonly ProviderName[] = ['openai', 'anthropic', 'gemini', 'ollama'];

/**
 * Connects to the model that was asked for; nothing is sent yet.
 *
 * @throws {Refusal} for half of what is needed, a key that is not there, or an address that is none
 */
export function readModel(given: Arguments, env: MainIo['env']): ChosenModel | undefined {
  const name = readChoice(given, 'provider', PROVIDERS);
  if (name === undefined) {
    const early = ['model', 'base-url', 'model-window'].find((option) => given.has(option));
    if (early === undefined) return undefined;
    throw new Refusal(`--${early} needs --provider NAME: one of ${PROVIDERS.join(', ')}.`);
  }
  const model = given.get('model')?.trim() ?? '';
  if (model === '') throw new Refusal(`--provider ${name} needs --model NAME.`);
  const kind: Kind = KINDS[name];
  const key = readKey(kind, env);
  const baseUrl = given.get('base-url') ?? kind.baseUrl;
  if (key === undefined && baseUrl === undefined) {
    throw new Refusal(
      `--provider ${name} needs a key in ${kind.keys.join(' or ')}, or --base-url URL of a server that wants none.`,
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

function readKey({ keys }: Kind, env: MainIo['env']): string | undefined {
  return keys.map((key) => env[key]?.trim()).find((key) => key !== undefined && key !== '');
}

/** What is wrong is said in the words of the command. */
function connect({ connect: make, keys }: Kind, options: ConnectionOptions): ModelProvider {
  try {
    return make(options);
  } catch (error) {
    if (!(error instanceof ProviderOptionError)) throw error;
    throw new Refusal(
      error.option === 'apiKey'
        ? `The key in ${keys.join(' or ')} holds a character that no request can carry.`
        : '--base-url must be a whole address without user or password, such as http://localhost:11434/v1.',
    );
  }
}
