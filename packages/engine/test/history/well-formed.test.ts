import type { ContentBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { wellFormedBlock } from '../../src/history/entries/well-formed.ts';

/** A text with a lone surrogate. */
const BROKEN = 'a\ud800';
const REPAIRED = 'a\ufffd';

test.each<[string, ContentBlock, string]>([
  ['a text', { type: 'text', text: 'a' }, 'text'],
  ['code', { type: 'code', code: 'a' }, 'code'],
  [
    'a caption',
    { type: 'media', mimeType: 'image/png', data: '', encoding: 'url', caption: 'a' },
    'caption',
  ],
  ['a name of a tool', { type: 'tool_call', id: '1', name: 'a', parameters: {} }, 'name'],
  [
    'an error',
    { type: 'tool_response', callId: '1', toolName: 'a', result: 'a', error: 'a' },
    'error',
  ],
])('replaces a lone surrogate in %s', (_, block, field) => {
  expect(wellFormedBlock(block)).toBe(block);
  const native = { message: BROKEN };
  expect(wellFormedBlock({ ...block, [field]: BROKEN, native })).toEqual({
    ...block,
    [field]: REPAIRED,
    native,
  });
});

const call = (parameters: unknown): ContentBlock => ({
  type: 'tool_call',
  id: '1',
  name: 'Read',
  parameters,
});

test.each<[string, unknown, unknown]>([
  ['a value', { a: 1, b: BROKEN }, { a: 1, b: REPAIRED }],
  ['a nested key', { a: [{ [BROKEN]: null }] }, { a: [{ [REPAIRED]: null }] }],
  ['a nested list', { a: { b: ['x', BROKEN] } }, { a: { b: ['x', REPAIRED] } }],
  ['a list before `undefined`', { a: [BROKEN], b: undefined }, { a: [REPAIRED], b: undefined }],
  [
    'an object with the key `__proto__`',
    JSON.parse(`{"__proto__":{"b":1},"a":"${BROKEN}"}`),
    JSON.parse(`{"__proto__":{"b":1},"a":"${REPAIRED}"}`),
  ],
])('replaces a lone surrogate in %s of the arguments', (_, given, expected) => {
  const copy = structuredClone(given);
  expect(wellFormedBlock(call(given))).toStrictEqual(call(expected));
  expect(given).toEqual(copy);
});

test.each<[string, unknown]>([
  ['null', null],
  ['plain values', { a: 1, b: null, c: [true, { d: 'x' }], e: 'y' }],
  ['empty values and a big integer', { a: {}, b: undefined, c: [undefined, 1n] }],
  ['members that are not plain objects or lists', { a: new Date(0), b: new Map([[BROKEN, '']]) }],
])('accepts %s as well-formed arguments', (_, given) => {
  const block = call(given);
  expect(wellFormedBlock(block)).toBe(block);
});
