import { OptionError } from '@palimpsest/core-types';
import type { IContent, ModelRequest } from '@palimpsest/core-types';
import type { LanguageModelOptions } from '../src/language-model-options.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { collect } from './collect.ts';
import {
  anthropic,
  compatible,
  connect,
  gemini,
  openai,
  protocols,
  type Protocol,
} from './protocols.ts';
import { stream, stub, type Recorded } from './stub-server.ts';

/** Returns a request as its server receives it. */
async function sent(
  protocol: Protocol,
  request: Partial<ModelRequest> = {},
  options: LanguageModelOptions = {},
): Promise<Recorded> {
  const { opening, ending } = protocol;
  const { url, requests } = await stub((response) =>
    stream(response, [...opening, protocol.text('Blue.'), ...ending]),
  );
  await collect(connect(protocol, url, options), request);
  return requests[0]!;
}

const contents = history()
  .system('Be brief.')
  .system('Be kind.')
  .human('One.')
  .human('Two.')
  .ai('Three.')
  .system('Now in English.')
  .human('Four.')
  .build();

test.each([openai, compatible])('$name: sends messages and requests usage', async (protocol) => {
  const { body } = await sent(protocol, { contents });
  expect(body).toEqual({
    model: 'm-1',
    messages: [
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', content: 'One.\n\nTwo.' },
      { role: 'assistant', content: 'Three.' },
      { role: 'user', content: 'Now in English.\n\nFour.' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

const text = (value: string) => [{ type: 'text', text: value }];

test('anthropic: sends the system prompt separately, and always a limit', async () => {
  const { body } = await sent(anthropic, { contents });
  expect(body).toMatchObject({
    model: 'm-1',
    max_tokens: expect.any(Number) as number,
    system: text('Be brief.\n\nBe kind.'),
    messages: [
      { role: 'user', content: text('One.\n\nTwo.') },
      { role: 'assistant', content: text('Three.') },
      { role: 'user', content: text('Now in English.\n\nFour.') },
    ],
    stream: true,
  });
});

test('gemini: sends the system prompt as system instruction, and no key in the URL', async () => {
  const { body, path } = await sent(gemini, { contents });
  expect(body).toMatchObject({
    systemInstruction: { parts: [{ text: 'Be brief.\n\nBe kind.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'One.\n\nTwo.' }] },
      { role: 'model', parts: [{ text: 'Three.' }] },
      { role: 'user', parts: [{ text: 'Now in English.\n\nFour.' }] },
    ],
  });
  expect(path).not.toContain('key');
});

test.each(protocols)('$name: starts with a user message', async (protocol) => {
  const dialogue = history().ai('And so on.').human('Sum it up.').build();
  const { body } = await sent(protocol, { contents: dialogue });
  const messages = (body['messages'] ?? body['contents']) as { role: string }[];
  const model = protocol === gemini ? 'model' : 'assistant';
  expect(messages.map(({ role }) => role)).toEqual(['user', model, 'user']);
});

test.each([
  [openai, ['max_tokens']],
  [compatible, ['max_tokens']],
  [anthropic, ['max_tokens']],
  [gemini, ['generationConfig', 'maxOutputTokens']],
] as const)('$0.name: limits the response', async (protocol, path) => {
  const limit = async (request: Partial<ModelRequest>): Promise<unknown> => {
    const callOptions = { maxOutputTokens: 10, temperature: 0 };
    const { body } = await sent(protocol, request, { callOptions });
    expect(JSON.stringify(body)).toContain('"temperature":0');
    return path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body);
  };
  expect(await limit({})).toBe(10);
  expect(await limit({ maxOutputTokens: 5 })).toBe(5);
});

test.each(protocols)(
  '$name: sends well-formed text and does not mutate the request',
  async (protocol) => {
    const frozen: readonly IContent[] = Object.freeze([
      Object.freeze({
        speaker: 'human' as const,
        blocks: Object.freeze([{ type: 'text' as const, text: 'a\uD83D' }]),
      }),
      { speaker: 'ai' as const, blocks: [{ type: 'text' as const, text: ' \n' }] },
    ]);
    const { body } = await sent(protocol, { contents: frozen });
    expect(JSON.stringify(body)).toContain('a\uFFFD');
    expect(JSON.stringify(body)).not.toMatch(/assistant|"model",/);
  },
);

test.each([
  ['nothing', [], 'no message to respond to'],
  ['only a system prompt', history().system('Be brief.').build(), 'no message to respond to'],
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
  'rejects a request of %s',
  async (_name, invalid, words) => {
    const response = collect(connect(openai, 'http://localhost:1'), { contents: invalid });
    await expect(response).rejects.toThrow(OptionError);
    await expect(response).rejects.toThrow(words);
  },
);
