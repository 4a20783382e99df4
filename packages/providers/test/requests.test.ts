import {
  anthropicMessages,
  gemini,
  openaiChat,
  ProviderOptionError,
  type OpenAIChatOptions,
} from '@palimpsest/providers';
import type { IContent, ModelProvider, ModelRequest } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { collect } from './collect.ts';
import { anthropicSpeech, geminiSpeech, openaiSpeech, speeches, type Speech } from './protocols.ts';
import { stream, stub, type Recorded } from './stub-server.ts';

/** What a request of a provider looks like to its server. */
async function sent(
  speech: Speech,
  make: (url: string) => ModelProvider,
  request: Partial<ModelRequest> = {},
): Promise<Recorded> {
  const { url, requests } = await stub((response) =>
    stream(response, [...speech.opening, ...speech.ending]),
  );
  await collect(make(url), request);
  return requests[0]!;
}

const talk = history()
  .system('Be brief.')
  .system('Be kind.')
  .human('One.')
  .human('Two.')
  .ai('Three.')
  .system('Now in English.')
  .human('Four.')
  .build();

test('openai: system and joined turns as messages, a stream with its usage', async () => {
  const { body } = await sent(openaiSpeech, (url) => openaiSpeech.provider(url), {
    contents: talk,
  });
  expect(body).toEqual({
    model: 'm-1',
    messages: [
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', content: 'One.\n\nTwo.' },
      { role: 'assistant', content: 'Three.' },
      { role: 'system', content: 'Now in English.' },
      { role: 'user', content: 'Four.' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('anthropic: the system apart, later ones with the human, and a bound of its own', async () => {
  const { body, headers } = await sent(anthropicSpeech, (url) => anthropicSpeech.provider(url), {
    contents: talk,
  });
  expect(body).toEqual({
    model: 'm-1',
    max_tokens: 8_192,
    system: 'Be brief.\n\nBe kind.',
    messages: [
      { role: 'user', content: 'One.\n\nTwo.' },
      { role: 'assistant', content: 'Three.' },
      { role: 'user', content: 'Now in English.\n\nFour.' },
    ],
    stream: true,
  });
  expect(headers['anthropic-version']).toBe('2023-06-01');
});

test('gemini: the system as instruction, no key in the address', async () => {
  const { body, path } = await sent(geminiSpeech, (url) => geminiSpeech.provider(url), {
    contents: talk,
  });
  expect(body).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.\n\nBe kind.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'One.\n\nTwo.' }] },
      { role: 'model', parts: [{ text: 'Three.' }] },
      { role: 'user', parts: [{ text: 'Now in English.\n\nFour.' }] },
    ],
  });
  expect(path).not.toContain('key');
});

test.each([anthropicSpeech, geminiSpeech])('$name: a human begins', async (speech) => {
  const contents = history().ai('And so on.').human('Sum it up.').build();
  const { body } = await sent(speech, (url) => speech.provider(url), { contents });
  const messages = (body['messages'] ?? body['contents']) as { role: string }[];
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    speech === geminiSpeech ? 'model' : 'assistant',
    'user',
  ]);
});

test.each([
  [{ baseUrl: undefined }, { model: 'o3' }, 'max_completion_tokens'],
  [{}, { model: 'gpt-5-mini' }, 'max_completion_tokens'],
  [{}, { model: 'openai/o4-mini' }, 'max_completion_tokens'],
  [{}, { model: 'llama3.3' }, 'max_tokens'],
  [{}, { model: 'llama3.3', maxTokensField: 'max_completion_tokens' }, 'max_completion_tokens'],
  [{}, { model: 'o3', maxTokensField: 'max_tokens' }, 'max_tokens'],
] as const)('openai: %o %o bounds by %s', async (base, options, field) => {
  let body: Record<string, unknown> = {};
  const fetch: OpenAIChatOptions['fetch'] = (_url, init) => {
    body = JSON.parse(init?.body as string) as Record<string, unknown>;
    return Promise.resolve(Response.json(openaiSpeech.whole('Blue.')));
  };
  const provider = openaiChat({
    baseUrl: 'http://localhost:1/v1',
    apiKey: 'key',
    fetch,
    ...base,
    ...options,
  });
  await collect(provider, { maxOutputTokens: 77 });
  expect(Object.keys(body).filter((name) => name.startsWith('max_'))).toEqual([field]);
  expect(body[field]).toBe(77);
});

test("the request's own bound counts before that of the options", async () => {
  const bound = async (request: Partial<ModelRequest>): Promise<unknown> => {
    const options = { maxOutputTokens: 10 };
    const make = (url: string): ModelProvider => anthropicSpeech.provider(url, options);
    return (await sent(anthropicSpeech, make, request)).body['max_tokens'];
  };
  expect(await bound({})).toBe(10);
  expect(await bound({ maxOutputTokens: 5 })).toBe(5);
  const { body } = await sent(geminiSpeech, (url) => gemini({ model: 'm', baseUrl: url }), {
    maxOutputTokens: 5,
  });
  expect(body['generationConfig']).toEqual({ maxOutputTokens: 5 });
});

test.each(speeches)('$name: extraBody and headers go over everything', async (speech) => {
  const extraBody = { temperature: 0, stream_options: undefined, model: 'm-2' };
  const options = {
    extraBody,
    headers: { 'X-Title': ' palimpsest ', [speech.keyHeader]: 'another-key' },
  };
  const { body, headers } = await sent(speech, (url) => speech.provider(url, options));
  expect(body).toMatchObject({ temperature: 0, model: 'm-2' });
  expect(body).not.toHaveProperty('stream_options');
  expect(headers['x-title']).toBe('palimpsest');
  expect(headers[speech.keyHeader]).toBe('another-key');
});

test.each(speeches)('$name: at an address of your own no key is needed', async (speech) => {
  for (const apiKey of [undefined, () => undefined, () => Promise.resolve(' ')]) {
    const { headers } = await sent(speech, (url) => speech.provider(url, { apiKey }));
    expect(headers).not.toHaveProperty(speech.keyHeader);
  }
});

test.each(speeches)('$name: a function is asked for the key each time', async (speech) => {
  const { url, requests } = await stub((response) =>
    stream(response, [...speech.opening, ...speech.ending]),
  );
  let count = 0;
  const provider = speech.provider(url, { apiKey: () => Promise.resolve(`key-${(count += 1)}\n`) });
  await collect(provider);
  await collect(provider);
  expect(requests.map(({ headers }) => headers[speech.keyHeader])).toEqual([
    expect.stringMatching(/key-1$/),
    expect.stringMatching(/key-2$/),
  ]);
});

test.each([
  [openaiSpeech, openaiChat, '/v1///', '/v1/chat/completions'],
  [openaiSpeech, openaiChat, '/a/b?api-version=2024#x', '/a/b/chat/completions?api-version=2024'],
  [anthropicSpeech, anthropicMessages, '', '/v1/messages'],
  [anthropicSpeech, anthropicMessages, '/', '/v1/messages'],
  [anthropicSpeech, anthropicMessages, '/v1', '/v1/messages'],
  [anthropicSpeech, anthropicMessages, '/v1/', '/v1/messages'],
  [geminiSpeech, gemini, '/v1', '/v1/models/a%20b%3F:streamGenerateContent?alt=sse'],
] as const)(
  'a base address keeps its path and its query (%#)',
  async (speech, make, base, path) => {
    const provider = (url: string): ModelProvider =>
      make({ model: 'models/a b?', baseUrl: `${url}${base}` });
    expect((await sent(speech, provider)).path).toBe(path);
  },
);

test.each(speeches)('$name: text is well-formed and nothing is mutated', async (speech) => {
  const contents: readonly IContent[] = Object.freeze([
    Object.freeze({
      speaker: 'human' as const,
      blocks: Object.freeze([{ type: 'text' as const, text: 'a\uD83D' }]),
    }),
    { speaker: 'ai' as const, blocks: [{ type: 'text' as const, text: ' \n' }] },
  ]);
  const { body } = await sent(speech, (url) => speech.provider(url), { contents });
  expect(JSON.stringify(body)).toContain('a\uFFFD');
  expect(JSON.stringify(body)).not.toContain('assistant');
});

test.each([
  ['nothing', [], 'nothing a model could answer'],
  ['a system alone', history().system('Be brief.').build(), 'nothing a model could answer'],
  ['a tool entry', [{ speaker: 'tool', blocks: [{ type: 'text', text: 'x' }] }], 'of a tool'],
  [
    'a media block',
    [
      {
        speaker: 'human',
        blocks: [{ type: 'media', mimeType: 'image/png', data: 'x', encoding: 'base64' }],
      },
    ],
    'of type `media`',
  ],
] as readonly [string, readonly IContent[], string][])(
  'a request that holds %s is refused',
  async (_name, contents, words) => {
    const answer = collect(openaiSpeech.provider('http://localhost:1'), { contents });
    await expect(answer).rejects.toThrow(ProviderOptionError);
    await expect(answer).rejects.toThrow(words);
  },
);
