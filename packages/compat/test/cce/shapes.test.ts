import { expect, expectTypeOf, test } from 'vitest';
import {
  classifyMessage,
  compress,
  defaultTokenCounter,
  type CompressOptions,
  type CompressResult,
  type Message,
} from '../../src/cce.ts';
import { say, talk } from './messages.ts';
import { page, prose } from './texts.ts';

const old = { recencyWindow: 0 };
const summarizer = () => 'short';

test('returns a result without a summarizer, and a promise with one', async () => {
  expectTypeOf(compress([])).toEqualTypeOf<CompressResult>();
  expectTypeOf(compress([], { recencyWindow: 0 })).toEqualTypeOf<CompressResult>();
  expectTypeOf(compress([], { summarizer })).toEqualTypeOf<Promise<CompressResult>>();
  const either: CompressOptions = { summarizer };
  expectTypeOf(compress([], either)).toEqualTypeOf<CompressResult | Promise<CompressResult>>();
  await expect(compress([], { summarizer })).resolves.toEqual(compress([]));
});

test('returns an empty result for no messages', () => {
  expect(compress([])).toEqual({
    messages: [],
    verbatim: {},
    compression: {
      original_version: 0,
      ratio: 1,
      token_ratio: 1,
      messages_compressed: 0,
      messages_preserved: 0,
    },
  });
});

test('a summary keeps the fields of its message, and names its originals in its metadata', () => {
  const message = say(prose(), { id: 'm7', index: 41, name: 'ann', metadata: { source: 'chat' } });
  const [summary] = compress([message], { ...old, sourceVersion: 3 }).messages;
  expect(summary).toEqual({
    ...message,
    content: expect.stringMatching(/^\[summary: [^]+\]$/) as string,
    metadata: {
      source: 'chat',
      _cce_original: {
        ids: ['m7'],
        summary_id: expect.stringMatching(/^cce_sum_[0-9a-f]{16}$/) as string,
        version: 3,
      },
    },
  });
});

test.each<[string, Partial<Message>, Partial<Message>, number]>([
  ['another role', {}, { role: 'assistant' }, 2],
  ['no role', {}, { role: undefined }, 2],
  ['another name', {}, { name: 'bob' }, 2],
  ['no role on both', { role: undefined }, { role: undefined }, 1],
])('neighbors with %s become %o %o: %i messages', (_, one, other, count) => {
  const messages = [say(prose(1), one), say(prose(2), other)];
  expect(compress(messages, old).messages).toHaveLength(count);
});

test('of equal texts, keeps the first in the window, or the latest, and the others name it', () => {
  const text = prose();
  const messages = ['a', 'b', 'c', 'd'].map((id) => say(text, { id }));
  const namedWith = (recencyWindow: number, dedup = true) =>
    compress(messages, { recencyWindow, dedup }).messages.flatMap(({ content }) => {
      return /^\[cce:dup of (\w) — (\d+) chars\]$/.exec(content!)?.slice(1) ?? [];
    });
  const length = String(text.length);
  expect(namedWith(0)).toEqual(['d', length, 'd', length, 'd', length]);
  expect(namedWith(2)).toEqual(['c', length, 'c', length]);
  expect(namedWith(0, false)).toEqual([]);
});

test('replaces a near duplicate by a reference only with fuzzyDedup', () => {
  const messages = [say(page('old')), say(page('new'), { id: 'kept' })];
  const { messages: compressed, compression } = compress(messages, { ...old, fuzzyDedup: true });
  expect(compressed[0]!.content).toBe(
    `[cce:near-dup of kept — ${page('old').length} chars, ~90% match]`,
  );
  expect(compression.messages_fuzzy_deduped).toBe(1);
  for (const chosen of [old, { ...old, fuzzyDedup: true, fuzzyThreshold: 0.95 }])
    expect(compress(messages, chosen).compression.messages_fuzzy_deduped).toBe(undefined);
});

test('preserves the roles in preserve, by default system', () => {
  const [user, system] = [say(prose(1)), say(prose(2), { role: 'system' })];
  const kept = (preserve?: string[]) =>
    compress([user, system], { ...old, preserve }).messages.map(({ metadata }) => !metadata);
  expect([kept(), kept(['user']), kept([])]).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
});

test('compresses from compressionThreshold on, and changes nothing below it', () => {
  const counts = [59, 60, 61].map((compressionThreshold) => {
    const { compression } = compress(talk(6), { compressionThreshold, tokenCounter: () => 10 });
    return compression.messages_compressed;
  });
  expect(counts).toEqual([2, 2, 0]);
});

test('classifyMessage returns a decision, a confidence and reasons', () => {
  expect(classifyMessage('Good morning to you all.')).toEqual({
    decision: 'T2',
    confidence: 0.65,
    reasons: [],
  });
  expect(classifyMessage(prose()).decision).toBe('T3');
  expect(classifyMessage('```sh\nls\n```')).toMatchObject({
    decision: 'T0',
    reasons: expect.arrayContaining(['code_fence']) as string[],
  });
  expect(() => classifyMessage(undefined as never)).toThrow(/got undefined/);
});

const parts = [{ type: 'text', text: 'abcdefg' }, 'hijklmn', { type: 'image' }, null];

test.each<[unknown, number]>([
  ['', 0],
  ['abcdefg', 2],
  ['abcdefgh', 3],
  [parts, 4],
  [null, 0],
])('the content %j counts %i tokens', (content, tokens) => {
  expect(defaultTokenCounter(say('', { content: content as never, tool_calls: [{}] }))).toBe(
    tokens,
  );
});
