import { OptionError } from '@palimpsest/core-types';
import { headerOf, type HeaderLines } from './http-messages.ts';
import { anthropicApi } from './apis/anthropic.ts';
import type { Api } from './apis/api.ts';
import { chatApi } from './apis/chat.ts';
import { geminiApi } from './apis/gemini.ts';
import { responsesApi } from './apis/responses.ts';

/** Base URLs of providers, by name. A path that begins with `/NAME/` goes to that provider. */
export type Upstreams = Readonly<Record<string, string>>;

/** The providers whose requests are recognized without a name in the path. */
const DEFAULT_UPSTREAMS: Upstreams = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  gemini: 'https://generativelanguage.googleapis.com',
};

/**
 * Creates a function that returns the name of a request's provider and its URL there; `undefined` if none is configured for it.
 *
 * @throws {OptionError} for an invalid name or URL
 */
export function createRoutes(
  upstreams: Upstreams = {},
): (
  target: string,
  headers: HeaderLines,
) => { readonly upstream: string; readonly url: URL } | undefined {
  const all = Object.entries({ ...DEFAULT_UPSTREAMS, ...upstreams });
  const bases = new Map(all.map(([name, base]) => [checkName(name), checkBase(name, base)]));
  return (target, headers) => {
    const [, first = ''] = /^\/([^/?#]*)/.exec(target) ?? [];
    const named = bases.get(first);
    if (named !== undefined) {
      return { upstream: first, url: joinUrl(named, target.slice(first.length + 1)) };
    }
    const upstream = guessUpstream(target, headers);
    const base = bases.get(upstream);
    return base === undefined ? undefined : { upstream, url: joinUrl(base, target) };
  };
}

const NAME = /^[a-z][a-z0-9-]*$/;
/** First segments of the providers' own paths. */
const RESERVED = /^(?:v\d\w*|api|t)$/;

function checkName(name: string): string {
  if (NAME.test(name) && !RESERVED.test(name)) return name;
  throw new OptionError('upstreams', name, 'names of a-z, 0-9 and -, other than v1, api and t');
}

function checkBase(name: string, base: unknown): URL {
  const url = typeof base === 'string' && URL.canParse(base) ? new URL(base) : undefined;
  const isPlain = url?.search === '' && url.hash === '' && url.username === '';
  if (url !== undefined && isPlain && /^https?:$/.test(url.protocol)) return url;
  throw new OptionError(`upstreams.${name}`, base, 'an http or https URL without a query or user');
}

/** Appends the path and query of a request to a base URL. Nothing in them can change the host. */
export function joinUrl(base: URL, target: string): URL {
  const url = new URL(base);
  const [path = '', ...query] = target.split('?');
  url.pathname = base.pathname.replace(/\/$/, '') + (path.startsWith('/') ? path : `/${path}`);
  url.search = query.join('?');
  return url;
}

/** Returns the provider that a path or the header of a key belongs to. */
function guessUpstream(target: string, headers: HeaderLines): string {
  const has = (name: string): boolean => headerOf(headers, name) !== undefined;
  if (/^\/v1(?:beta|alpha)\d*\//.test(target) || has('x-goog-api-key')) return 'gemini';
  const isAnthropic = /^\/(?:v1\/(?:messages|complete)|api)\b/.test(target);
  return isAnthropic || has('anthropic-version') ? 'anthropic' : 'openai';
}

/** What a request asks of a model: a response, or a count of its own tokens. */
export interface ApiRequest {
  readonly api: Api;
  readonly operation: 'respond' | 'count';
}

const PATHS: readonly (readonly [end: RegExp, ApiRequest])[] = [
  [/\/messages$/, { api: anthropicApi, operation: 'respond' }],
  [/\/messages\/count_tokens$/, { api: anthropicApi, operation: 'count' }],
  [/\/chat\/completions$/, { api: chatApi, operation: 'respond' }],
  [/\/responses$/, { api: responsesApi, operation: 'respond' }],
  [/\/responses\/input_tokens$/, { api: responsesApi, operation: 'count' }],
  [/:(?:generateContent|streamGenerateContent)$/, { api: geminiApi, operation: 'respond' }],
  [/:countTokens$/, { api: geminiApi, operation: 'count' }],
];

/** Finds the API of a request by its path, at any base URL; `undefined` for requests that the proxy does not read. */
export function findApi(method: string, target: string): ApiRequest | undefined {
  if (method !== 'POST') return undefined;
  const [path = ''] = target.split('?');
  return PATHS.find(([end]) => end.test(path))?.[1];
}
