import type { ContentBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { isWellFormedEntry, wellFormedEntry } from '../../src/history/entries/well-formed.ts';

/** A text with a lone surrogate. */
const BROKEN = 'a\ud800';
const REPAIRED = 'a\ufffd';

/** Blocks, and their fields that a model reads as text. */
const blocks: readonly (readonly [ContentBlock, readonly string[]])[] = [
  [{ type: 'text', text: 'a' }, ['text']],
  [{ type: 'code', code: 'a', language: 'a' }, ['code', 'language']],
  [
    {
      type: 'media',
      mimeType: 'image/png',
      data: '',
      encoding: 'url',
      caption: 'a',
      filename: 'a',
    },
    ['caption', 'filename'],
  ],
  [
    { type: 'tool_call', id: '1', name: 'a', parameters: 'a', description: 'a' },
    ['name', 'parameters', 'description'],
  ],
  [
    { type: 'tool_response', callId: '1', toolName: 'a', result: 'a', error: 'a' },
    ['toolName', 'result', 'error'],
  ],
];

const fields = blocks.flatMap(([block, names]) =>
  names.map((name) => [block.type, name, block] as const),
);

test.each(fields)(
  'finds and replaces a lone surrogate in a %s block, in its %s',
  (_, name, block) => {
    expect(isWellFormedEntry({ speaker: 'ai', blocks: [block] })).toBe(true);
    const broken = { ...block, [name]: BROKEN };
    expect(isWellFormedEntry({ speaker: 'ai', blocks: [block, broken] })).toBe(false);
    const { entry, removed, isRewritten } = wellFormedEntry({
      speaker: 'ai',
      blocks: [block, broken],
    });
    expect(entry.blocks).toEqual([block, { ...block, [name]: REPAIRED }]);
    expect(entry.blocks[0]).toBe(block);
    expect([removed, isRewritten]).toEqual([[], true]);
  },
);

test('leaves fields unchanged that a model does not read as text', () => {
  const image = { ...blocks[2]![0], data: BROKEN, caption: BROKEN };
  const { entry } = wellFormedEntry({ speaker: 'ai', blocks: [image] });
  expect(entry.blocks).toEqual([{ ...image, caption: REPAIRED }]);
});

test('removes reasoning with a lone surrogate, because reasoning must not be rewritten', () => {
  const thinking = { type: 'thinking', thought: BROKEN } as const;
  const { entry, removed, isRewritten } = wellFormedEntry({ speaker: 'ai', blocks: [thinking] });
  expect(entry.blocks).toEqual([]);
  expect(removed).toEqual([thinking]);
  expect(isRewritten).toBe(false);
});

const call = (parameters: unknown): ContentBlock => ({
  type: 'tool_call',
  id: '1',
  name: 'Read',
  parameters,
});

test.each<[string, unknown, unknown]>([
  ['a value', { a: 1, b: BROKEN }, { a: 1, b: REPAIRED }],
  ['a key', { a: 1, [BROKEN]: 2 }, { a: 1, [REPAIRED]: 2 }],
  ['a list', [1, BROKEN], [1, REPAIRED]],
  ['a nested list', { a: { b: ['x', BROKEN] } }, { a: { b: ['x', REPAIRED] } }],
  ['a nested key', { a: [{ [BROKEN]: null }] }, { a: [{ [REPAIRED]: null }] }],
  ['a value after a nested object', { a: {}, b: BROKEN }, { a: {}, b: REPAIRED }],
  ['a value after an empty list', { a: [], b: BROKEN }, { a: [], b: REPAIRED }],
  ['a list before `undefined`', { a: [BROKEN], b: undefined }, { a: [REPAIRED], b: undefined }],
  ['a value after `undefined`', { a: undefined, b: BROKEN }, { a: undefined, b: REPAIRED }],
  [
    'an object with the key `__proto__`',
    JSON.parse(`{"__proto__":{"b":1},"a":"${BROKEN}"}`),
    JSON.parse(`{"__proto__":{"b":1},"a":"${REPAIRED}"}`),
  ],
])('replaces a lone surrogate in %s of the arguments', (_, given, expected) => {
  const copy = structuredClone(given);
  expect(isWellFormedEntry({ speaker: 'ai', blocks: [call(given)] })).toBe(false);
  expect(wellFormedEntry({ speaker: 'ai', blocks: [call(given)] }).entry.blocks).toStrictEqual([
    call(expected),
  ]);
  expect(given).toEqual(copy);
});

test.each<[string, unknown]>([
  ['`undefined`', undefined],
  ['null', null],
  ['a number', 7],
  ['plain values', { a: 1, b: null, c: [true, { d: 'x' }], e: 'y' }],
  ['empty values and a big integer', { a: {}, b: undefined, c: [undefined, 1n] }],
  [
    'an instance of a class',
    new (class {
      a = BROKEN;
    })(),
  ],
  [
    'members that are not plain objects or lists',
    {
      a: new Date(0),
      b: new Map([[BROKEN, BROKEN]]),
      c: new (class {
        a = BROKEN;
      })(),
    },
  ],
])('accepts %s as well-formed arguments', (_, given) => {
  expect(isWellFormedEntry({ speaker: 'ai', blocks: [call(given)] })).toBe(true);
});
