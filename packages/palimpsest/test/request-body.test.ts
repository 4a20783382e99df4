import { getCodec } from '@palimpsest/formats';
import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import { checkGemini } from '../../formats/test/checker/check-gemini.ts';
import { checkOpenAIResponses } from '../../formats/test/checker/check-openai-responses.ts';
import { checkOpenAI } from '../../formats/test/checker/check-openai.ts';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { compress, createPalimpsest, memoryOriginals, openOriginals } from 'palimpsest';
import type { RequestBody } from '../src/request-body.ts';
import { describe, expect, test } from 'vitest';
import { everyNthLine } from './every-nth-line.ts';
import { requestBodies } from './request-bodies.ts';

const text = (characters: number): string =>
  'Answer with care, and name the file you read first.\n'.repeat(3000).slice(0, characters);

const bodies = Object.entries(requestBodies(text(40_000)));

const CHECKS = {
  anthropic: checkAnthropic,
  openai: checkOpenAI,
  gemini: checkGemini,
  'openai-responses': checkOpenAIResponses,
} as const;

/** Returns the name of the member with the messages, and its list. */
function messagesOf(body: Record<string, unknown>): readonly [string, readonly unknown[]] {
  const member = ['messages', 'contents', 'input'].find((name) => name in body)!;
  return [member, body[member] as readonly unknown[]];
}

const figure = (tokens: number): string => tokens.toLocaleString('en-US');

/** Returns the token estimate of a text as a system prompt. */
const tokensOf = (said: string): number =>
  estimateEntryTokens([{ speaker: 'system', blocks: [{ type: 'text', text: said }] }]);

describe.each(bodies)('a request body of %s', (name, body) => {
  const format = name.startsWith('gemini') ? 'gemini' : (name as keyof typeof CHECKS);

  test('meets a target for the whole request, and keeps every other member', async () => {
    const before = JSON.stringify(body);
    const { body: after, report } = await compress(body, { targetTokens: 20_000 });
    expect(JSON.stringify(body)).toBe(before);
    expect(Object.keys(after)).toEqual(Object.keys(body));
    const [member, messages] = messagesOf(after);
    for (const other of Object.keys(body).filter((key) => key !== member)) {
      expect(after[other]).toBe(body[other]);
    }
    expect(messages.length).toBeGreaterThan(6);
    expect(CHECKS[format](messages as never)).toEqual([]);

    const history = estimateEntryTokens(getCodec(format).decode(messages));
    const { system = 0, tools = 0 } = report.overhead ?? {};
    expect(report.tokensAfter).toBe(history + system + tools);
    expect(report.tokensAfter).toBeLessThanOrEqual(20_000);
    expect(report.tokensAfter).toBeGreaterThan(19_000);
    expect(tools).toBeGreaterThan(200);
    // In OpenAI format, the system prompt is one of the messages.
    expect(system).toBe(format === 'openai' ? 0 : tokensOf(text(40_000)));
  });

  test('is restored byte for byte', async () => {
    const originals = await openOriginals(memoryOriginals(), { session: name });
    const { body: short } = await compress(body, { targetTokens: 20_000, originals });
    expect(JSON.stringify(short).length).toBeLessThan(JSON.stringify(body).length * 0.8);
    const [, sent] = messagesOf(JSON.parse(JSON.stringify(short)) as typeof short);
    const restored = await originals.restore(sent);
    expect(JSON.stringify(restored.messages)).toBe(JSON.stringify(messagesOf(body)[1]));
    expect(restored).toMatchObject({ rounds: 1, missing: [], ambiguous: [] });
  });

  test('is compressed again from its originals, to a target for the whole request', async () => {
    const palimpsest = createPalimpsest();
    palimpsest.registry.register(everyNthLine());
    const originals = await openOriginals(memoryOriginals(), { session: name });
    const options = { strategy: 'every-nth-line', originals };
    const once = await palimpsest.compress(body, { ...options, targetTokens: 20_000 });
    const again = await palimpsest.compress(once.body, { ...options, targetTokens: 20_000 });
    expect(again.body).toBe(once.body);
    expect(again.report).toMatchObject({
      kind: 'noop',
      startedFrom: 'originals',
      originalTokens: once.report.tokensBefore,
      tokensBefore: once.report.tokensAfter,
      tokensAfter: once.report.tokensAfter,
    });
    const wider = await palimpsest.compress(once.body, { ...options, targetTokens: 100_000 });
    expect(JSON.stringify(wider.body)).toBe(JSON.stringify(body));
  });

  test('names the irreducible parts when they exceed the target', async () => {
    const { report } = await compress(body, { targetTokens: 8_000 });
    const { system, tools, pinned, tail } = report.irreducible!;
    expect(system + tools + pinned + tail).toBeLessThanOrEqual(report.tokensAfter);
    expect(report.shortfallTokens).toBe(report.tokensAfter - 8_000);
    expect(report.shortfallReason).toContain(
      `the request cannot get under 8,000 tokens: system ${figure(system)}, tools ${figure(tools)}, newest messages ${figure(tail)}`,
    );
    expect(system).toBeGreaterThan(8_000);
    expect(tail).toBeGreaterThan(0);
  });
});

test('names the irreducible messages when only messages are given', async () => {
  const { openai: body } = requestBodies(text(40_000), 20);
  const { report } = await compress(body!['messages'] as object[], { targetTokens: 5_000 });
  expect(report.shortfallReason).toMatch(
    /^the messages cannot get under 5,000 tokens: system 8,998, newest messages \d+/,
  );
  expect(report).not.toHaveProperty('overhead');
});

const user = { role: 'user', content: 'Hi' };
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const image = 'iVBORw0KGgo'.repeat(20_000);

test.each<readonly [string, Record<string, unknown>, readonly string[]]>([
  ['a text', { system: 'Be brief.', messages: [user] }, ['Be brief.']],
  ['null', { system: null, messages: [user] }, []],
  [
    'blocks with cache_control',
    {
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral', ttl: '1h' } },
      ],
      messages: [user],
    },
    ['Be brief.', 'Be kind.'],
  ],
  ['a Gemini text', { systemInstruction: 'Be brief.', contents }, ['Be brief.']],
  ['a Gemini part', { systemInstruction: { text: 'Be brief.' }, contents }, ['Be brief.']],
  [
    'Gemini parts',
    { systemInstruction: { role: 'system', parts: [{ text: 'a b' }, { text: 'c d' }] }, contents },
    ['a b', 'c d'],
  ],
  ['instructions', { instructions: 'Be brief.', input: [user] }, ['Be brief.']],
])('system text that is %s is counted', async (_, body, texts) => {
  const { body: after, report } = await compress(body);
  expect(after).toBe(body);
  const blocks = texts.map((said) => ({ type: 'text' as const, text: said }));
  const expected = blocks.length === 0 ? 0 : estimateEntryTokens([{ speaker: 'system', blocks }]);
  expect(report.overhead?.system ?? 0).toBe(expected);
});

test.each([
  [{ systemInstruction: { parts: [{ inlineData: { mimeType: 'image/png', data: image } }] } }],
  [{ systemInstruction: { parts: [{ fileData: { mimeType: 'image/png', fileUri: 'gs://a' } }] } }],
])('an image in system text counts as an image', async (overhead) => {
  const { report } = await compress({ ...overhead, contents });
  expect(report.overhead!.system).toBeGreaterThan(100);
  expect(report.overhead!.system).toBeLessThan(3_000);
});

test('keeps an input that is one text as a text', async () => {
  const body = { model: 'm', input: text(4_000), instructions: text(40_000) };
  const { body: after, report } = await compress(body, { targetTokens: 1_000 });
  expect(after).toBe(body);
  expect(report).toMatchObject({ format: 'openai-responses', messagesBefore: 1 });
  expect(report.shortfallReason).toMatch(/system 8,998, newest messages \d+/);
  const mended = await compress({ model: 'm', input: 'half \ud83d', n: 1 });
  expect(mended.body).toEqual({ model: 'm', input: 'half \ufffd', n: 1 });
});

test.each<readonly [unknown, RegExp]>([
  [undefined, /an array of messages, or a request body with messages, contents or input/],
  ['text', /request body/],
  [{ system: 'x', tools: [] }, /expected an array of .+, got an object with system, tools\./],
  [{ messages: 'Hi' }, /^messages: expected an array of messages, got "Hi"\./],
  [
    { contents: { parts: [] } },
    /^contents: expected an array of messages, or a text, got an object with parts\./,
  ],
  [{ input: 7 }, /^input: expected an array of messages, or a text, got 7\./],
  [{ messages: [{ speech: 'Hi' }] }, /got an object with speech/],
  [{ contents: [{ uri: 'a' }] }, /got an object with uri/],
  [{ system: 7, messages: [user] }, /system text: found 7\. Accepted: a text or a list of parts/],
  [{ tools: true, messages: [user] }, /tools: found true\. Accepted: a list of definitions/],
  [
    { previous_response_id: 'r1', input: [user] },
    /previous_response_id: found "r1"\. Accepted: a body with the whole history/,
  ],
  [{ conversation: { id: 'c' }, input: 'Hi' }, /conversation: found an object with id/],
  [
    {
      input: [
        { type: 'item_reference', id: 'i' },
        { type: 'function_call_output', call_id: 'a', output: 'x' },
      ],
    },
    /item_reference: found one in input/,
  ],
])('bad input gets a clear error: %j', async (given, message) => {
  await expect(compress(given as RequestBody)).rejects.toThrow(message);
});
