import { ProviderOptionError } from '../provider-option-error.ts';
import { isFields, type Fields } from '../values.ts';
import { readBaseUrl } from './base-url.ts';
import {
  checkNames,
  kindOf,
  readCount,
  readFunction,
  readMilliseconds,
  readText,
} from './check-options.ts';
import { CONNECTION_OPTIONS, type ApiKey, type ConnectionOptions } from './connection-options.ts';
import { headerValue, readHeaders } from './headers.ts';

/** Options that were checked, with what holds where nothing was said. */
export interface Connection {
  readonly name: string;
  readonly model: string;
  readonly baseUrl: URL;
  readonly apiKey: ApiKey | undefined;
  readonly needsKey: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxOutputTokens: number | undefined;
  readonly extraBody: Fields;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly maxRetryAfterMs: number;
  readonly random: () => number;
  readonly fetch: typeof fetch | undefined;
}

/**
 * Reads the options all connections share.
 *
 * @param own names of the options that this kind of provider has beside them
 * @throws {ProviderOptionError}
 */
export function readConnection(
  given: ConnectionOptions,
  kind: { readonly name: string; readonly baseUrl: string; readonly own?: readonly string[] },
): Connection {
  const options = checkNames(given, [...CONNECTION_OPTIONS, ...(kind.own ?? [])]);
  const model = readText(options, 'model');
  if (model === undefined) {
    throw new ProviderOptionError(
      'model',
      'nothing',
      "the model's name, as its provider writes it",
    );
  }
  for (const name of ['random', 'fetch']) readFunction(options, name);
  const needsKey = given.baseUrl === undefined;
  return {
    name: readText(options, 'name') ?? kind.name,
    model,
    baseUrl: readBaseUrl(readText(options, 'baseUrl') ?? kind.baseUrl),
    apiKey: readKey(given.apiKey, needsKey),
    needsKey,
    headers: readHeaders(given.headers),
    maxOutputTokens: readCount(options, 'maxOutputTokens', 1),
    extraBody: readBody(given.extraBody),
    timeoutMs: readMilliseconds(options, 'timeoutMs', 1) ?? 120_000,
    maxRetries: readCount(options, 'maxRetries', 0) ?? 2,
    retryDelayMs: readMilliseconds(options, 'retryDelayMs', 0) ?? 500,
    maxRetryAfterMs: readMilliseconds(options, 'maxRetryAfterMs', 0) ?? 30_000,
    random: given.random ?? Math.random,
    fetch: given.fetch,
  };
}

function readKey(given: unknown, isNeeded: boolean): ApiKey | undefined {
  const accepted = 'the key, or a function that has it';
  if (given === undefined) {
    if (!isNeeded) return undefined;
    throw new ProviderOptionError('apiKey', 'nothing', `${accepted}; or a \`baseUrl\` of your own`);
  }
  if (typeof given === 'function') return given as Exclude<ApiKey, string>;
  if (typeof given === 'string' && given.trim() !== '') return headerValue('apiKey', given);
  const seen = typeof given === 'string' ? 'a blank text' : `a value of type ${typeof given}`;
  throw new ProviderOptionError('apiKey', seen, accepted);
}

function readBody(given: unknown): Fields {
  const accepted = 'an object that JSON can hold';
  if (given === undefined) return {};
  if (!isFields(given)) throw new ProviderOptionError('extraBody', kindOf(given), accepted);
  try {
    JSON.stringify(given);
  } catch {
    throw new ProviderOptionError('extraBody', 'a big integer or a cycle', accepted);
  }
  return { ...given };
}
