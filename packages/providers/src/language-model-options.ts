import { MAX_TIMER_MS, describeValue, isRecord } from '@palimpsest/core-types';
import type { LanguageModel } from './language-model.ts';
import { invalidOption } from './invalid-option.ts';

export interface LanguageModelOptions {
  /** Name of the provider in errors and metadata. @default `provider` of the model, such as `openai.chat` */
  readonly name?: string | undefined;
  /** Further arguments of the model's `doStream`: `maxOutputTokens`, `temperature`, `providerOptions` and others. @default none */
  readonly callOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds without data after which a request fails. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  /** Retries after a transient failure. @default 2 */
  readonly maxRetries?: number | undefined;
  /** Milliseconds before the first retry. The delay doubles with each retry up to 8 s, minus up to a half at random. @default 500 */
  readonly retryDelayMs?: number | undefined;
  /** Longest wait that a provider may request, in milliseconds. A request for a longer one fails at once. @default 30_000 */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Texts that are removed from error messages, such as the API key. @default unknown: errors do not quote the message of a provider that rejects a
   * key
   */
  readonly secrets?: readonly string[] | undefined;
  /** Returns a number from 0 to 1, for the delays. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** Checked options, with defaults. */
export type ModelSettings = Pick<LanguageModelOptions, 'secrets'> & {
  readonly [Name in Exclude<keyof LanguageModelOptions, 'secrets'>]-?: NonNullable<
    LanguageModelOptions[Name]
  >;
};

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isMilliseconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= MAX_TIMER_MS;
const MILLISECONDS = `a number from 0 to ${MAX_TIMER_MS} (milliseconds)`;

/** The check of each option, and a description of accepted values. */
const CHECKS: Readonly<
  Record<keyof LanguageModelOptions, readonly [(value: unknown) => boolean, string]>
> = {
  name: [isText, 'a text that is not blank'],
  callOptions: [isRecord, 'an object'],
  timeoutMs: [(value) => isMilliseconds(value) && value !== 0, MILLISECONDS.replace('0', '1')],
  maxRetries: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer from 0'],
  retryDelayMs: [isMilliseconds, MILLISECONDS],
  maxRetryAfterMs: [isMilliseconds, MILLISECONDS],
  secrets: [(value) => Array.isArray(value) && value.every(isText), 'an array of texts'],
  random: [(value) => typeof value === 'function', 'a function'],
};

const OPTION_NAMES: readonly string[] = Object.keys(CHECKS);

/**
 * Checks a model and its options.
 *
 * @throws {OptionError}
 */
export function readOptions(model: LanguageModel, options: LanguageModelOptions): ModelSettings {
  checkModel(model);
  const explicit = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of explicit) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof typeof CHECKS] : undefined;
    if (check === undefined) {
      const known = OPTION_NAMES.map((option) => `\`${option}\``).join(', ');
      throw invalidOption(name.slice(0, 60), 'an unknown option', `one of ${known}`);
    }
    const [isValid, expected] = check;
    if (isValid(value)) continue;
    const received = name === 'secrets' ? 'a value that is not shown' : describeValue(value);
    throw invalidOption(name, received, expected);
  }
  return {
    name: model.provider,
    callOptions: {},
    timeoutMs: 120_000,
    maxRetries: 2,
    retryDelayMs: 500,
    maxRetryAfterMs: 30_000,
    random: Math.random,
    ...Object.fromEntries(explicit),
  };
}

function checkModel(model: unknown): void {
  const { specificationVersion: version, doStream } = Object(model) as Record<string, unknown>;
  const isModel = typeof doStream === 'function';
  if (isModel && (version === 'v3' || version === 'v4')) return;
  const received = isModel
    ? `specificationVersion ${describeValue(version)}`
    : describeValue(model);
  const expected = 'a language model of the AI SDK with specificationVersion "v3" or "v4"';
  throw invalidOption('model', received, `${expected} (\`ai\` 6 or 7)`);
}
