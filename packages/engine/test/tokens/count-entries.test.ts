import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createEntryTokenCounter,
  createExactCounter,
  estimateEntryTokens,
  estimateTokens,
} from '../../src/tokens/index.ts';
import { MEDIA_TOKENS } from '../../src/tokens/media-tokens.ts';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUg'.repeat(5_000);

function tokensOf(block: ContentBlock): number {
  return estimateEntryTokens([{ speaker: 'ai', blocks: [block] }]) - 4;
}

const resultTokens = (result: unknown): number =>
  tokensOf({ type: 'tool_response', callId: 'c', toolName: 't', result }) - 6;

test('counts of entries are additive', () => {
  const text = fc.string().map((found): ContentBlock => ({ type: 'text', text: found }));
  const entries = fc.array(
    fc.array(text).map((blocks): IContent => ({ speaker: 'human', blocks })),
  );
  fc.assert(
    fc.property(entries, entries, (first, second) => {
      const sum = estimateEntryTokens(first) + estimateEntryTokens(second);
      expect(estimateEntryTokens([...first, ...second])).toBe(sum);
    }),
  );
});

test('counts every kind of text', () => {
  const words = 'seven little words stand in this text';
  const tokens = estimateTokens(words);
  expect(tokensOf({ type: 'text', text: words })).toBe(tokens);
  expect(tokensOf({ type: 'code', code: words })).toBe(tokens);
  expect(tokensOf({ type: 'thinking', thought: words, signature: PICTURE })).toBe(tokens);
  expect(resultTokens(words)).toBe(tokens);
  const failed = { type: 'tool_response', callId: 'c', toolName: 't', result: null } as const;
  expect(tokensOf({ ...failed, error: words })).toBe(tokens + 6);
  const call = tokensOf({ type: 'tool_call', id: 'c', name: 't', parameters: { words } });
  expect(call).toBe(8 + estimateTokens('t') + estimateTokens(JSON.stringify({ words })));
});

test('counts media in a result by kind, not by size', () => {
  const media = { type: 'media', mimeType: 'image/png', encoding: 'base64', data: PICTURE };
  const picture = MEDIA_TOKENS.image;
  expect(resultTokens([media])).toBe(picture);
  expect(resultTokens([{ type: 'text', text: 'a' }, media])).toBe(picture + estimateTokens('a'));
  expect(resultTokens([{ ...media, mimeType: 'audio/wav' }])).toBe(MEDIA_TOKENS.audio);
  const document = { type: 'novelty', source: { type: 'application/pdf', data: PICTURE } };
  expect(resultTokens([{ type: 'json', value: document, isFixed: true }])).toBeLessThan(
    MEDIA_TOKENS.document + 30,
  );
});

test('counts an opaque block as its JSON, without the bytes of attachments, and encrypted data by its length', () => {
  const opaque = { type: 'opaque', kind: 'compaction' } as const;
  const words = { note: 'ten words '.repeat(50) };
  const note = estimateTokens(JSON.stringify(words));
  expect(tokensOf({ ...opaque, native: words })).toBe(note);
  const long = { note: 'ten words '.repeat(50_000) };
  expect(tokensOf({ ...opaque, native: long })).toBe(estimateTokens(JSON.stringify(long)));
  const picture = { type: 'image/png', data: PICTURE };
  expect(tokensOf({ ...opaque, native: picture })).toBeLessThan(MEDIA_TOKENS.image + 20);
  const sealed = [100, 255, 256, 1_000, 100_000].map((length) =>
    tokensOf({ ...opaque, native: { encrypted_content: 'x'.repeat(length) } }),
  );
  expect(sealed).toEqual([24, 53, 53, 193, 18_755]);
  expect(tokensOf(opaque)).toBeLessThan(5);
});

test('counts encrypted reasoning by its length, also beside a summary, and a signature without a text', () => {
  const encryptedContent = 'x'.repeat(1_600);
  const thinking = { type: 'thinking', thought: 'Thinking' } as const;
  expect(tokensOf({ ...thinking, encryptedContent })).toBe(300);
  expect(tokensOf({ ...thinking, thought: '', signature: encryptedContent })).toBe(300);
  expect(tokensOf({ ...thinking, signature: encryptedContent })).toBeLessThan(10);
});

test('counts an attached text as text, wherever it is', () => {
  const words = 'The berth is free again on Friday.\n'.repeat(300);
  const data = Buffer.from(words).toString('base64');
  const tokens = estimateTokens(words);
  const media = { type: 'media', encoding: 'base64' } as const;
  for (const mimeType of ['text/plain', 'text/csv', 'application/json', 'application/atom+xml']) {
    expect(tokensOf({ ...media, mimeType, data })).toBe(tokens);
    expect(resultTokens([{ ...media, mimeType, data }])).toBe(tokens);
  }
  const source = { type: 'text', media_type: 'text/plain', data: words };
  const part = { ...media, mimeType: 'text/plain', data: '', native: { part: { source } } };
  expect(tokensOf(part)).toBeGreaterThan(0.9 * tokens);
  expect(tokensOf({ ...media, mimeType: 'application/pdf', data })).toBe(MEDIA_TOKENS.document);
});

test('returns a finite count of at least 0 for any arguments', () => {
  const circle: Record<string, unknown> = { big: 2n ** 200n };
  expect(resultTokens(circle)).toBeGreaterThan(10);
  circle['self'] = circle;
  let deep: unknown = circle;
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  for (const value of [circle, deep]) expect(resultTokens(value)).toBeGreaterThanOrEqual(0);
  const value = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(value, fc.string(), (parameters, name) => {
      const tokens = tokensOf({ type: 'tool_call', id: 'c', name, parameters });
      expect(Number.isFinite(tokens)).toBe(true);
      expect(tokens).toBeGreaterThanOrEqual(8);
      expect(resultTokens(parameters)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('formats a value as JSON.stringify does', () => {
  const seen: string[] = [];
  const counter = createEntryTokenCounter({ count: (text) => seen.push(text) });
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (result) => {
      fc.pre(result !== null && typeof result !== 'string');
      seen.length = 0;
      counter([
        { speaker: 'tool', blocks: [{ type: 'tool_response', callId: '', toolName: '', result }] },
      ]);
      expect(seen).toEqual([JSON.stringify(result)]);
    }),
  );
});

test('counts a block once, whatever entry it is in', () => {
  let visits = 0;
  const block: ContentBlock = {
    type: 'text',
    get text() {
      visits += 1;
      return 'some words';
    },
  };
  const first = estimateEntryTokens([{ speaker: 'ai', blocks: [block] }]);
  expect(estimateEntryTokens([{ speaker: 'human', blocks: [block] }])).toBe(first);
  expect(visits).toBeLessThanOrEqual(2);
  const before = visits;
  estimateEntryTokens([{ speaker: 'ai', blocks: [block] }]);
  expect(visits).toBe(before);
});

test('an exact counter counts whole histories close to the estimate', async () => {
  const entries = history()
    .human('Please find out why the parser fails on empty input.')
    .call('read_file', { path: 'src/parser.ts' })
    .result('export function parse(text: string): Node {\n  return readNode(text, 0);\n}\n')
    .ai('It never checks the length.')
    .build();
  const exact = createEntryTokenCounter(await createExactCounter())(entries);
  const estimate = estimateEntryTokens(entries);
  expect(Math.abs(estimate - exact) / exact).toBeLessThan(0.15);
});
