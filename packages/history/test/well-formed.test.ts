import type { ContentBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { isWellFormedEntry, wellFormedEntry } from '../src/entries/well-formed.ts';

const HALF = 'a\ud800';
const WHOLE = 'a\ufffd';

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
    const broken = { ...block, [name]: HALF };
    expect(isWellFormedEntry({ speaker: 'ai', blocks: [block, broken] })).toBe(false);
    const { entry, removed, isRewritten } = wellFormedEntry({
      speaker: 'ai',
      blocks: [block, broken],
    });
    expect(entry.blocks).toEqual([block, { ...block, [name]: WHOLE }]);
    expect(entry.blocks[0]).toBe(block);
    expect([removed, isRewritten]).toEqual([[], true]);
  },
);

test('leaves fields unchanged that a model does not read as text', () => {
  const image = { ...blocks[2]![0], data: HALF, caption: HALF };
  const { entry } = wellFormedEntry({ speaker: 'ai', blocks: [image] });
  expect(entry.blocks).toEqual([{ ...image, caption: WHOLE }]);
});

test('removes reasoning with a lone surrogate, as it must not be rewritten', () => {
  const thinking = { type: 'thinking', thought: HALF } as const;
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
  ['a member', { a: 1, b: HALF }, { a: 1, b: WHOLE }],
  ['a name of a member', { a: 1, [HALF]: 2 }, { a: 1, [WHOLE]: 2 }],
  ['a list', [1, HALF], [1, WHOLE]],
  ['a list in a member', { a: { b: ['x', HALF] } }, { a: { b: ['x', WHOLE] } }],
  ['a name further in', { a: [{ [HALF]: null }] }, { a: [{ [WHOLE]: null }] }],
  ['behind a nested value', { a: {}, b: HALF }, { a: {}, b: WHOLE }],
  ['a member beside lists of nothing', { a: [], b: HALF }, { a: [], b: WHOLE }],
  ['a list before what is not there', { a: [HALF], b: undefined }, { a: [WHOLE], b: undefined }],
  ['a member beside what is not there', { a: undefined, b: HALF }, { a: undefined, b: WHOLE }],
  [
    'a member of an object of no kind',
    Object.assign(Object.create(null), { a: HALF }),
    { a: WHOLE },
  ],
  [
    'a member beside one called like a prototype',
    JSON.parse(`{"__proto__":{"b":1},"a":"${HALF}"}`),
    JSON.parse(`{"__proto__":{"b":1},"a":"${WHOLE}"}`),
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
  ['nothing', undefined],
  ['null', null],
  ['numbers', 7],
  ['plain values', { a: 1, b: null, c: [true, { d: 'x' }], e: 'y' }],
  ['values that are not there', { a: {}, b: undefined, c: [undefined, 1n] }],
  [
    'an object of a kind of its own',
    new (class {
      a = HALF;
    })(),
  ],
  [
    'what is not plain',
    {
      a: new Date(0),
      b: new Map([[HALF, HALF]]),
      c: new (class {
        a = HALF;
      })(),
    },
  ],
])('accepts %s as well-formed arguments', (_, given) => {
  expect(isWellFormedEntry({ speaker: 'ai', blocks: [call(given)] })).toBe(true);
});

test('keeps repeated and circular references when it replaces surrogates', () => {
  const shared = { text: HALF };
  const circle: Record<string, unknown> = { shared, again: shared, [HALF]: 1 };
  circle['self'] = circle;
  expect(isWellFormedEntry({ speaker: 'ai', blocks: [call(circle)] })).toBe(false);
  const { entry } = wellFormedEntry({ speaker: 'ai', blocks: [call(circle)] });
  const [mended] = entry.blocks;
  const parameters = (mended as { readonly parameters: Record<string, unknown> }).parameters;
  expect(parameters['self']).toBe(parameters);
  expect(parameters['again']).toBe(parameters['shared']);
  expect(parameters['shared']).toEqual({ text: WHOLE });
  const whole: Record<string, unknown> = { a: {} };
  whole['self'] = whole;
  expect(isWellFormedEntry({ speaker: 'ai', blocks: [call(whole)] })).toBe(true);
});

test('accepts a nested circular object without surrogates', () => {
  const inner: Record<string, unknown> = {};
  inner['self'] = { inner };
  expect(isWellFormedEntry({ speaker: 'ai', blocks: [call({ inner })] })).toBe(true);
});

test('properties of a repaired value are writable', () => {
  const { entry } = wellFormedEntry({ speaker: 'ai', blocks: [call({ a: HALF })] });
  const { parameters } = entry.blocks[0] as { readonly parameters: object };
  expect(Object.getOwnPropertyDescriptors(parameters)).toEqual({
    a: { value: WHOLE, enumerable: true, writable: true, configurable: true },
  });
});
