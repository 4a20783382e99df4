import { estimateTokens } from '@palimpsest/engine/tokens';
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

test('merges neighbors of one role into a summary with the id of the first and their number', () => {
  const messages = [1, 2, 3].map((number) => say(prose(number), { id: `m${number}` }));
  const { messages: compressed, compression, verbatim } = compress(messages, old);
  expect(compressed).toMatchObject([
    {
      id: 'm1',
      index: messages[0]!.index,
      content: expect.stringContaining(' (3 messages merged)') as string,
      metadata: { _cce_original: { ids: ['m1', 'm2', 'm3'] } },
    },
  ]);
  expect(compression.messages_compressed).toBe(3);
  expect(Object.keys(verbatim)).toEqual(['m1', 'm2', 'm3']);
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

test('lists entities that the summary does not name after it', () => {
  const text = `${prose()} After the talk Petra Schmidt and Ingrid Bergman went home.`;
  expect(compress([say(text)], old).messages[0]!.content).toMatch(/ \| entities: .*Petra Schmidt/);
});

test('keeps fenced code after the summary of the prose around it', () => {
  const fence = '```ts\nexport const answer = 42;\n```';
  const [split] = compress([say(`${prose(1)}\n\n${fence}\n\n${prose(2)}`)], old).messages;
  expect(split!.content).toMatch(/^\[summary: [^]+\]\n\n```ts\n/);
  expect(split!.content!.endsWith(fence)).toBe(true);
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

test.each([
  [{}, 4],
  [{ recencyWindow: 0 }, 0],
  [{ recencyWindow: 5 }, 5],
  [{ recencyWindow: 2.9 }, 2],
  [{ recencyWindow: -1 }, 0],
  [{ recencyWindow: Number.POSITIVE_INFINITY }, 6],
])('with %o the newest %i of six messages stay', (chosen, kept) => {
  const messages = talk(6);
  const { messages: compressed } = compress(messages, chosen);
  expect(compressed.map((message, index) => message === messages[index])).toEqual(
    messages.map((_, index) => index >= 6 - kept),
  );
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

test('accepts a token counter that knows scripts: Chinese text counts more than twice as much', () => {
  const messages = [say('我们决定在星期五之前把数据库迁移到新的服务器上。'.repeat(8))];
  const tokens = (tokenCounter?: CompressOptions['tokenCounter']) =>
    compress(messages, { tokenBudget: 1e9, tokenCounter }).tokenCount!;
  expect(tokens(({ content = '' }) => estimateTokens(content))).toBeGreaterThan(2 * tokens());
});
