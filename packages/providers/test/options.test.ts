import { inspect } from 'node:util';
import { PalimpsestError } from '@palimpsest/core-types';
import {
  anthropicMessages,
  gemini,
  openaiChat,
  ProviderError,
  ProviderOptionError,
  type ConnectionOptions,
} from '@palimpsest/providers';
import { expect, test } from 'vitest';
import { collect, failureOf } from './collect.ts';
import { KEY, speeches } from './protocols.ts';
import { json, stub } from './stub-server.ts';

const makers = [
  ['openai', openaiChat],
  ['anthropic', anthropicMessages],
  ['gemini', gemini],
] as const;

const refusal = (make: () => unknown): ProviderOptionError => {
  try {
    make();
  } catch (error) {
    if (error instanceof ProviderOptionError) return error;
  }
  throw new Error('Nothing was refused.');
};

const wrong: readonly [string, unknown, string][] = [
  ['model', undefined, 'got nothing'],
  ['model', ' ', 'a blank text'],
  ['model', 5, 'got 5'],
  ['apiKey', '', 'a blank text'],
  ['apiKey', 12_345, 'a value of type number'],
  ['apiKey', `${KEY}\u0000x`, 'a character no header carries'],
  ['apiKey', `${KEY}…`, 'a character no header carries'],
  ['baseUrl', 'localhost', 'a text that is none'],
  ['baseUrl', 'ftp://example.org', 'a text that is none'],
  ['baseUrl', `https://user:${KEY}@example.org`, 'a user or a password'],
  ['baseUrl', '', 'a blank text'],
  ['name', '', 'a blank text'],
  ['headers', 'x', 'a text'],
  ['headers', { 'a b': KEY }, 'a name that HTTP does not know'],
  ['headers.a', { a: 5 }, 'got 5'],
  ['headers.a', { a: `${KEY}\r\nb: c` }, 'a character no header carries'],
  ['maxOutputTokens', 0, 'got 0'],
  ['maxOutputTokens', 1.5, 'a whole number from 1'],
  ['extraBody', [], 'an array'],
  ['extraBody', { a: 1n }, 'a big integer or a cycle'],
  ['timeoutMs', 0, 'got 0'],
  ['timeoutMs', Number.POSITIVE_INFINITY, 'got Infinity'],
  ['timeoutMs', Number.NaN, 'got NaN'],
  ['maxRetries', -1, 'a whole number from 0'],
  ['retryDelayMs', -1, 'got -1'],
  ['maxRetryAfterMs', '5', 'a text'],
  ['random', 0.5, 'a function'],
  ['fetch', 'x', 'a function'],
  ['apikey', KEY, 'an option nobody knows'],
];

test.each(makers)('%s refuses what it cannot work with', (_name, make) => {
  for (const [option, value, words] of wrong) {
    const name = option.split('.')[0]!;
    const options = { model: 'm', apiKey: KEY, baseUrl: 'http://localhost', [name]: value };
    const error = refusal(() => make(options));
    expect(error).toMatchObject({ code: 'BAD_PROVIDER_OPTION', option });
    expect(error.message).toContain(words);
    expect(error.message).toContain(', accepted is ');
    expect(inspect(error)).not.toContain(KEY);
  }
});

test('openai refuses a field that bounds nothing', () => {
  const maxTokensField = 'max' as 'max_tokens';
  const error = refusal(() => openaiChat({ model: 'm', apiKey: KEY, maxTokensField }));
  expect(error.message).toContain('max_tokens, max_completion_tokens');
});

test.each(makers)('%s wants a key at its own address', async (_name, make) => {
  expect(refusal(() => make({ model: 'm' })).option).toBe('apiKey');
  const noKeys: readonly [NonNullable<ConnectionOptions['apiKey']>, string][] = [
    [() => undefined, 'had none'],
    [() => Promise.resolve('  '), 'had none'],
    [() => 5 as unknown as string, 'no text'],
    [() => Promise.reject(new Error(KEY)), '`apiKey` failed'],
  ];
  for (const [apiKey, words] of noKeys) {
    const error = await failureOf(collect(make({ model: 'm', apiKey })));
    expect(error).toMatchObject({ code: 'NO_API_KEY', isTransient: false, attempts: 1 });
    expect(error.message).toContain(words);
    expect(inspect(error)).not.toContain(KEY);
  }
});

test.each(makers)('%s: a key that no header carries is not shown', async (_name, make) => {
  const provider = make({ model: 'm', apiKey: () => `${KEY}\n${KEY}` });
  const error = await collect(provider).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderOptionError);
  expect(inspect(error)).not.toContain(KEY);
});

test.each(speeches)('$name: the key shows nowhere', async (speech) => {
  const failing: readonly ConnectionOptions['fetch'][] = [
    () => Promise.reject(new TypeError(`bad header ${KEY}`, { cause: new Error(KEY) })),
    () => Promise.reject(Object.assign(new Error('x'), { config: { headers: { key: KEY } } })),
    (_url, init) => Promise.reject(new Error(JSON.stringify([...new Headers(init?.headers)]))),
    () => Promise.resolve(Response.json({ error: { message: KEY, type: KEY } }, { status: 400 })),
    () => Promise.resolve(new Response(`data: ${KEY} {\n\n`)),
    () =>
      Promise.resolve(
        Response.json({ error: { message: `{"error":{"message":"${KEY}","code":"${KEY}"}}` } }),
      ),
    () =>
      Promise.resolve(
        new Response(null, {
          status: 302,
          headers: { location: `https://u:${KEY}@x.org/?${KEY}` },
        }),
      ),
  ];
  for (const apiKey of [KEY, () => KEY]) {
    for (const fetch of failing) {
      const provider = speech.provider('http://localhost', { fetch, maxRetries: 0, apiKey });
      const error = await failureOf(collect(provider));
      for (const shown of [inspect(error, { depth: 9, showHidden: true }), String(error.stack)]) {
        expect(shown).not.toContain(KEY);
      }
      expect(JSON.stringify(error)).not.toContain(KEY);
      expect(JSON.stringify(provider)).toBe(`{"name":"${speech.name}"}`);
      expect(inspect(provider, { depth: 9, showHidden: true })).not.toContain(KEY);
    }
  }
});

test.each(speeches)('$name: other secrets do not show either', async (speech) => {
  const { url } = await stub((response, _count, { path, headers }) =>
    json(response, 403, { error: { message: `No: ${path} ${String(headers['x-token'])}` } }),
  );
  const provider = speech.provider(url, {
    baseUrl: `${url}/v1?code=query-secret-1`,
    headers: { 'x-token': 'Basic header-secret-2' },
  });
  const error = await failureOf(collect(provider));
  expect(error.message).toContain('[redacted]');
  expect(inspect(error)).not.toMatch(/(?:query|header)-secret/);
});

test('errors say who failed, by a name of your own', async () => {
  const { url } = await stub((response) => json(response, 404, { error: 'model "m" not found' }));
  const provider = openaiChat({ model: 'm', baseUrl: `${url}/v1`, name: 'ollama' });
  const error = await failureOf(collect(provider));
  expect(error.message).toBe(
    `ollama at ${url}/v1/chat/completions answered with status 404: model "m" not found`,
  );
  expect(error).toMatchObject({ provider: 'ollama', status: 404 });
  expect(PalimpsestError.isInstance(error)).toBe(true);
  expect(error).toBeInstanceOf(ProviderError);
});
