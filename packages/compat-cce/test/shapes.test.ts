import { expect, expectTypeOf, test } from 'vitest';
import {
  classifyMessage,
  compress,
  defaultTokenCounter,
  type CompressOptions,
  type CompressResult,
  type Message,
} from '../src/index.ts';
import { say } from './messages.ts';
import { page, prose } from './texts.ts';

const old = { recencyWindow: 0 };
const summarizer = () => 'short';

const lengthOf = (list: Message[]) => list.reduce((sum, { content }) => sum + content!.length, 0);
const tokensOf = (list: Message[]) => list.reduce((sum, one) => sum + defaultTokenCounter(one), 0);

test('returns messages, originals and statistics, and no budget fields without a budget', () => {
  const result = compress([say(prose())], old);
  expect(Object.keys(result)).toEqual(['messages', 'verbatim', 'compression']);
  expect(Object.keys(result.compression)).toEqual([
    'original_version',
    'ratio',
    'token_ratio',
    'messages_compressed',
    'messages_preserved',
  ]);
});

test('returns a result without a summarizer, and a promise with one', async () => {
  expectTypeOf(compress([])).toEqualTypeOf<CompressResult>();
  expectTypeOf(compress([], { recencyWindow: 0 })).toEqualTypeOf<CompressResult>();
  expectTypeOf(compress([], { summarizer })).toEqualTypeOf<Promise<CompressResult>>();
  const either: CompressOptions = { summarizer };
  expectTypeOf(compress([], either)).toEqualTypeOf<CompressResult | Promise<CompressResult>>();

  expect(compress([])).not.toBeInstanceOf(Promise);
  expect(compress([], { summarizer })).toBeInstanceOf(Promise);
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
    content: summary!.content,
    metadata: {
      source: 'chat',
      _cce_original: {
        ids: ['m7'],
        summary_id: expect.stringMatching(/^cce_sum_[0-9a-f]{16}$/) as string,
        version: 3,
      },
    },
  });
  expect(summary!.content).toMatch(/^\[summary: [^]+\]$/);
});

test('embedSummaryId writes the summary id of the metadata into the text', () => {
  const [summary] = compress([say(prose())], { ...old, embedSummaryId: true }).messages;
  const provenance = summary!.metadata!['_cce_original'] as { summary_id: string };
  expect(summary!.content).toMatch(new RegExp(`^\\[summary#${provenance.summary_id}: `));
});

test('merges neighbors of one role into a summary with the id of the first and their number', () => {
  const messages = [1, 2, 3].map((number) => say(prose(number), { id: `m${number}` }));
  const { messages: compressed, compression, verbatim } = compress(messages, old);
  expect(compressed).toHaveLength(1);
  expect(compressed[0]).toMatchObject({
    id: 'm1',
    index: messages[0]!.index,
    metadata: { _cce_original: { ids: ['m1', 'm2', 'm3'] } },
  });
  expect(compressed[0]!.content).toContain(' (3 messages merged)');
  expect(compression.messages_compressed).toBe(3);
  expect(Object.keys(verbatim)).toEqual(['m1', 'm2', 'm3']);
});

test.each<[string, Partial<Message>]>([
  ['another role', { role: 'assistant' }],
  ['no role', { role: undefined }],
  ['another name', { name: 'bob' }],
])('%s is not merged with its neighbour', (_, other) => {
  const messages = [say(prose(1)), say(prose(2), other)];
  expect(compress(messages, old).messages).toHaveLength(2);
});

test('merges two messages without a role', () => {
  const anonymous = { role: undefined };
  const messages = [say(prose(1), anonymous), say(prose(2), anonymous)];
  expect(compress(messages, old).messages).toHaveLength(1);
});

test('lists entities that the summary does not name after it', () => {
  const text = `${prose()} After the talk Petra Schmidt and Ingrid Bergman went home.`;
  expect(compress([say(text)], old).messages[0]!.content).toMatch(/ \| entities: .*Petra Schmidt/);
});

test('keeps fenced code after the summary of the prose around it', () => {
  const fence = '```ts\nexport const answer = 42;\n```';
  const message = say(`${prose(1)}\n\n${fence}\n\n${prose(2)}`);
  const [split] = compress([message], old).messages;
  expect(split!.content).toMatch(/^\[summary: [^]+\]\n\n```ts\n/);
  expect(split!.content!.endsWith(fence)).toBe(true);
  expect(split!.content).not.toContain('entities:');
});

test('replaces an equal text by a reference with the id of the copy and its length', () => {
  const text = prose();
  const messages = [say(text), say('short'), say(text, { id: 'kept' })];
  const { messages: compressed, compression } = compress(messages, old);
  expect(compressed[0]!.content).toBe(`[cce:dup of kept — ${text.length} chars]`);
  expect(compressed[2]).toBe(messages[2]);
  expect(compression).toMatchObject({ messages_deduped: 1, messages_compressed: 0 });
  expect(compress(messages, { ...old, dedup: false }).compression.messages_deduped).toBe(undefined);
});

test('keeps the first recent copy of equal texts, or the latest when none is recent', () => {
  const text = prose();
  const messages = ['a', 'b', 'c', 'd'].map((id) => say(text, { id }));
  const namedWith = (recencyWindow: number) =>
    compress(messages, { recencyWindow }).messages.flatMap(({ content }) => {
      return /^\[cce:dup of (\w)/.exec(content!)?.[1] ?? [];
    });
  expect(namedWith(0)).toEqual(['d', 'd', 'd']);
  expect(namedWith(2)).toEqual(['c', 'c']);
});

test('replaces a near duplicate by a reference only with fuzzyDedup', () => {
  const messages = [say(page('old')), say(page('new'), { id: 'kept' })];
  const { messages: compressed, compression } = compress(messages, { ...old, fuzzyDedup: true });
  expect(compressed[0]!.content).toBe(
    `[cce:near-dup of kept — ${page('old').length} chars, ~90% match]`,
  );
  expect(compression.messages_fuzzy_deduped).toBe(1);
  const strict = { ...old, fuzzyDedup: true, fuzzyThreshold: 0.95 };
  for (const chosen of [old, strict]) {
    expect(compress(messages, chosen).compression.messages_fuzzy_deduped).toBe(undefined);
  }
});

test('ratios are sizes before compression divided by sizes after', () => {
  const messages = [say(prose(1)), say(prose(2), { role: 'assistant' })];
  const { messages: compressed, compression } = compress(messages, old);
  expect(compression.ratio).toBe(lengthOf(messages) / lengthOf(compressed));
  expect(compression.token_ratio).toBe(tokensOf(messages) / tokensOf(compressed));
});

test('the token ratio is 1 when the result has 0 tokens', () => {
  const { compression } = compress([say(prose())], { ...old, tokenCounter: () => 0 });
  expect(compression.token_ratio).toBe(1);
  expect(compression.ratio).toBeGreaterThan(1);
});

test('returns the originals in an object without a prototype', () => {
  const { verbatim } = compress([say(prose(), { id: 'm1' })], old);
  expect(Object.getPrototypeOf(verbatim)).toBe(null);
  expect(Object.keys(verbatim)).toEqual(['m1']);
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

test.each([
  ['', 0],
  ['a', 1],
  ['abcdefg', 2],
  ['abcdefgh', 3],
])('"%s" counts %i tokens', (content, tokens) => {
  expect(defaultTokenCounter(say(content))).toBe(tokens);
});

test('counts the texts of content in parts, and nothing for tool calls and other content', () => {
  const parts = [{ type: 'text', text: 'abcdefg' }, 'hijklmn', { type: 'image' }, null];
  expect(defaultTokenCounter(say('', { content: parts as never }))).toBe(4);
  expect(defaultTokenCounter(say('', { content: null as never, tool_calls: [{}] }))).toBe(0);
});
