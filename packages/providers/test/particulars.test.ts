import { expect, test } from 'vitest';
import { collect, textOf } from './collect.ts';
import { anthropicSpeech, geminiSpeech, openaiSpeech, type Speech } from './protocols.ts';
import { event, json, stream, stub } from './stub-server.ts';

async function read(speech: Speech, events: readonly string[]) {
  const { url } = await stub((response) => stream(response, events));
  return collect(speech.provider(url));
}

const choice = (delta: unknown, more: object = {}): string =>
  event({ choices: [{ index: 0, delta, ...more }] });

test('openai: reasoning of other servers, said twice or as parts', async () => {
  const chunks = await read(openaiSpeech, [
    choice({ reasoning: 'Hm', reasoning_content: 'Hm' }),
    choice({ reasoning: ', doors.' }),
    choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: ' Blue?' }] }] }),
    choice({ content: [{ type: 'text', text: 'Blue.' }, { type: 'image_url' }] }),
    ...openaiSpeech.ending,
  ]);
  expect(chunks.flatMap(({ blocks }) => blocks)).toEqual([
    { type: 'thinking', thought: 'Hm, doors. Blue?' },
    { type: 'text', text: 'Blue.' },
  ]);
});

test('openai: of several choices the first is the answer', async () => {
  const chunks = await read(openaiSpeech, [
    event({ choices: [{ index: 1, delta: { content: 'Red.' }, finish_reason: 'length' }] }),
    event({ choices: [{ index: 0, delta: { content: 'Blue.' } }] }),
    ...openaiSpeech.ending,
  ]);
  expect(textOf(chunks)).toBe('Blue.');
  expect(chunks.at(-1)?.metadata?.finishReason).toBe('stop');
});

test('openai: a refusal is no text, and is named', async () => {
  const chunks = await read(openaiSpeech, [
    choice({ content: '', refusal: 'I will not.' }),
    ...openaiSpeech.ending,
  ]);
  expect(textOf(chunks)).toBe('');
  expect(chunks.at(-1)?.metadata?.finishReason).toBe('refusal');
});

test('openai: an end without a word for it is an end', async () => {
  const chunks = await read(openaiSpeech, [
    choice({ content: 'Blue.' }, { finish_reason: 'stop' }),
  ]);
  expect(textOf(chunks)).toBe('Blue.');
});

const block = (content_block: object): string =>
  event({ type: 'content_block_start', index: 0, content_block });
const delta = (value: object): string =>
  event({ type: 'content_block_delta', index: 0, delta: value });

test('anthropic: signed and hidden thoughts are blocks of their own', async () => {
  const chunks = await read(anthropicSpeech, [
    ...anthropicSpeech.opening,
    block({ type: 'thinking', thinking: '', signature: '' }),
    anthropicSpeech.thought('Doors.'),
    delta({ type: 'signature_delta', signature: 'c2ln' }),
    block({ type: 'redacted_thinking', data: 'ZGF0YQ==' }),
    anthropicSpeech.thought('More.'),
    delta({ type: 'input_json_delta', partial_json: '{' }),
    delta({ type: 'citations_delta', citation: {} }),
    anthropicSpeech.said('Blue.'),
    ...anthropicSpeech.ending,
  ]);
  expect(chunks[0]?.blocks).toEqual([
    { type: 'thinking', thought: 'Doors.', signature: 'c2ln' },
    { type: 'thinking', thought: '', isHidden: true, encryptedContent: 'ZGF0YQ==' },
    { type: 'thinking', thought: 'More.' },
  ]);
});

test('gemini: a prompt that is refused says so', async () => {
  const body = {
    promptFeedback: { blockReason: 'SAFETY' },
    usageMetadata: { promptTokenCount: 3 },
  };
  const { url } = await stub((response) => json(response, 200, body));
  const chunks = await collect(geminiSpeech.provider(url));
  expect(chunks).toEqual([
    {
      speaker: 'ai',
      blocks: [],
      metadata: {
        provider: 'gemini',
        finishReason: 'SAFETY',
        usage: { promptTokens: 3, completionTokens: 0, totalTokens: 3 },
      },
    },
  ]);
});

test('gemini: a signature beside a text is not part of it', async () => {
  const parts = [
    { text: 'Doors', thought: true, thoughtSignature: 'c2ln' },
    { text: 'Blue.', thoughtSignature: 'c2ln' },
  ];
  const chunks = await read(geminiSpeech, [
    event({ candidates: [{ content: { parts } }] }),
    ...geminiSpeech.ending,
  ]);
  expect(chunks.flatMap(({ blocks }) => blocks)).toEqual([
    { type: 'thinking', thought: 'Doors', signature: 'c2ln' },
    { type: 'text', text: 'Blue.' },
  ]);
});

test('line ends of any kind, a mark at the start, and spaces before JSON', async () => {
  const whole = [...openaiSpeech.opening, openaiSpeech.said('Blue.'), ...openaiSpeech.ending].join(
    '',
  );
  for (const body of [
    whole.replaceAll('\n', '\r\n'),
    whole.replaceAll('\n', '\r'),
    `\uFEFF${whole}`,
    `\n\n${whole}`,
    ` \n${JSON.stringify(openaiSpeech.whole('Blue.'))}\n`,
  ]) {
    const { url } = await stub((response) => response.end(body));
    expect(textOf(await collect(openaiSpeech.provider(url)))).toBe('Blue.');
  }
});

test('an answer of a hundred thousand pieces', async () => {
  const { url } = await stub((response) =>
    stream(response, [openaiSpeech.said('ab').repeat(100_000), ...openaiSpeech.ending]),
  );
  expect(textOf(await collect(openaiSpeech.provider(url)))).toHaveLength(200_000);
});

test('thoughts without end are not collected for ever', async () => {
  const thought = openaiSpeech.thought('x'.repeat(900_000));
  const { url, closed } = await stub((response) => {
    const more = (): void => {
      if (!response.destroyed) response.write(thought, more);
    };
    more();
  });
  await expect(collect(openaiSpeech.provider(url))).rejects.toMatchObject({ code: 'BAD_STREAM' });
  await expect.poll(closed).toBe(1);
});
