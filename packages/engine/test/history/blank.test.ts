import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { curate, hasContent, isBlank, isReasoningOnly } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

test.each<[string, ContentBlock, boolean]>([
  ['a text', { type: 'text', text: ' a ' }, true],
  ['an empty text', { type: 'text', text: '' }, false],
  ['white space', { type: 'text', text: ' \n\t' }, false],
  ['code', { type: 'code', code: 'x' }, true],
  ['no code', { type: 'code', code: '\n' }, false],
  ['a thought', { type: 'thinking', thought: 'hm' }, true],
  ['a sealed thought', { type: 'thinking', thought: '', encryptedContent: 'AAA' }, true],
  ['a signed thought', { type: 'thinking', thought: '', signature: 'AAA' }, true],
  [
    'an empty thought with an empty signature',
    { type: 'thinking', thought: '', signature: '' },
    false,
  ],
  ['a call', { type: 'tool_call', id: '', name: '', parameters: undefined }, true],
  ['a response', { type: 'tool_response', callId: '', toolName: '', result: undefined }, true],
  ['media', { type: 'media', mimeType: 'image/png', data: '', encoding: 'base64' }, true],
  ['what we do not know', { type: 'opaque', kind: 'x' }, true],
])('%s: has content = %o', (_, block, expected) => {
  expect(hasContent(block)).toBe(expected);
  expect(isBlank({ speaker: 'ai', blocks: [block] })).toBe(!expected);
});

test('an assistant entry has only reasoning if its other blocks are blank', () => {
  const thinking = { type: 'thinking', thought: 'hm' } as const;
  const text = { type: 'text', text: 'So.' } as const;
  expect(isReasoningOnly({ speaker: 'ai', blocks: [thinking] })).toBe(true);
  expect(isReasoningOnly({ speaker: 'ai', blocks: [thinking, { ...text, text: ' ' }] })).toBe(true);
  expect(isReasoningOnly({ speaker: 'ai', blocks: [thinking, text] })).toBe(false);
  expect(isReasoningOnly({ speaker: 'human', blocks: [thinking] })).toBe(false);
  expect(isReasoningOnly({ speaker: 'ai', blocks: [] })).toBe(false);
});

test('the curated history is the raw history without blank assistant entries', () => {
  const blank: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: ' ' }] };
  const [human, ai] = history().human('').ai('x').build();
  const raw = [human!, blank, ai!];
  expect(curate(raw)).toEqual([human, ai]);
  expect(raw).toHaveLength(3);
  const clean = [human!, ai!];
  expect(curate(clean)).toBe(clean);
});
