import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anthropic } from '@palimpsest/formats/anthropic';
import { getCodec, type Codec } from '../src/index.ts';
import { openai } from '@palimpsest/formats/openai';
import { keepsNumbers } from '../src/results/arguments.ts';

const ORDER = '{ "order_id": 12345678901234567893, "price":1.10, "note":"a \\"2.0\\" b"}';
const ANSWER = { role: 'assistant', content: null };

const messagesWith = {
  openai: (written: string) => ({
    ...ANSWER,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'order', arguments: written } }],
  }),
  'legacy openai': (written: string) => ({
    ...ANSWER,
    function_call: { name: 'order', arguments: written },
  }),
  'openai-responses': (written: string) => ({
    type: 'function_call',
    call_id: 'a',
    name: 'order',
    arguments: written,
  }),
  'openai-agents': (written: string) => ({
    type: 'function_call',
    callId: 'a',
    name: 'order',
    arguments: written,
    status: 'completed',
  }),
  codex: (written: string) => ({
    type: 'response_item',
    payload: { type: 'function_call', call_id: 'a', name: 'order', arguments: written },
  }),
} as const;

/** Encodes a history. A log keeps its records: what was written is in its compaction. */
function encode(codec: Codec, history: readonly IContent[]): unknown[] {
  const written = codec.encode(history) as {
    readonly type?: unknown;
    readonly payload?: unknown;
  }[];
  const { type, payload } = written.at(-1)!;
  if (type !== 'compacted') return written;
  const items = (payload as { readonly replacement_history: unknown[] }).replacement_history;
  return items.map((item) => ({ type: 'response_item', payload: item }));
}

const formatOf = (name: keyof typeof messagesWith) =>
  getCodec(name === 'legacy openai' ? 'openai' : name);

function withParameters(history: readonly IContent[], parameters: unknown): IContent[] {
  return history.map((entry) => ({
    ...entry,
    blocks: entry.blocks.map((block) =>
      block.type === 'tool_call' ? { ...block, parameters } : block,
    ),
  }));
}

const NAMES = Object.keys(messagesWith) as (keyof typeof messagesWith)[];

test.each(NAMES)('%s: keeps arguments as text if parsing would change a number', (name) => {
  const codec = formatOf(name);
  const message = messagesWith[name](ORDER);
  const history = codec.decode([message]);
  expect(history[0]!.blocks).toMatchObject([{ type: 'tool_call', parameters: ORDER }]);
  for (const left of ['{"order_id":12345678901234567893,"note":"a…"}', '{"note":"a…"}', '…3']) {
    const written = encode(codec, withParameters(history, left));
    expect(written).toEqual([messagesWith[name](left)]);
  }
});

// A log is written back from its own entries only, not from copies.
const COPIED = NAMES.filter((name) => name !== 'codex');

test.each(COPIED)('%s: a copied call keeps its arguments', (name) => {
  const message = messagesWith[name](ORDER);
  const codec = formatOf(name);
  expect(encode(codec, structuredClone(codec.decode([message])))).toEqual([message]);
});

test.each(NAMES)('%s: keeps the notation of unchanged numbers', (name) => {
  const codec = formatOf(name);
  const history = codec.decode([
    messagesWith[name](
      '{"amount":2.0, "count":2, "list":["a", 1e2, -0.50], "note":"a 2.0 b","low":-0}',
    ),
  ]);
  const parameters = { amount: 2, count: 2, list: ['a', 100, -0.5], note: 'a 2.0 b', low: -0 };
  expect(history[0]!.blocks).toMatchObject([{ parameters }]);
  const { note: _note, ...left } = parameters;
  expect(encode(codec, withParameters(history, { ...left, '…': 2 }))).toEqual([
    messagesWith[name]('{"amount":2.0,"count":2,"list":["a",1e2,-0.50],"low":-0,"…":2}'),
  ]);
  expect(encode(codec, withParameters(history, { amount: 3, low: 2 }))).toEqual([
    messagesWith[name]('{"amount":3,"low":2}'),
  ]);
});

test('LangChain copies of a call keep their numbers while the call is unchanged', () => {
  const langchain = getCodec('langchain');
  const parsed = (id: string) => ({
    id,
    name: 'order',
    args: JSON.parse(ORDER),
    type: 'tool_call',
  });
  const copy = (id: string, written = ORDER) => ({
    id,
    type: 'function',
    function: { name: 'order', arguments: written },
  });
  const message = {
    type: 'ai',
    content: '',
    tool_calls: [parsed('a'), parsed('b')],
    additional_kwargs: { tool_calls: [copy('a'), copy('b')] },
  };
  const [entry] = langchain.decode([message]);
  const blocks = entry!.blocks.map((block) =>
    block.type === 'tool_call' && block.id === 'a'
      ? { ...block, parameters: { note: 'a' } }
      : block,
  );
  expect(langchain.encode([{ ...entry!, blocks }])).toMatchObject([
    { additional_kwargs: { tool_calls: [copy('a', '{"note":"a"}'), copy('b')] } },
  ]);
  const raw = { type: 'ai', content: '', additional_kwargs: { tool_calls: [copy('a')] } };
  const history = langchain.decode([raw]);
  expect(history[0]!.blocks).toMatchObject([{ parameters: ORDER }]);
  const left = '{"note":"a"}';
  expect(langchain.encode(withParameters(history, left))).toMatchObject([
    { tool_calls: [{ args: { note: 'a' } }], additional_kwargs: { tool_calls: [copy('a', left)] } },
  ]);
});

test('writes arguments as an object, unless parsing fails or would change a number', () => {
  const inputOf = (written: string): unknown => {
    const [message] = anthropic.encode(openai.decode([messagesWith.openai(written)]));
    return (message!.content as { input: unknown }[])[0]!.input;
  };
  expect(inputOf('{"amount":2.0,"rate":1e2,"low":-0.50}')).toEqual({
    amount: 2,
    rate: 100,
    low: -0.5,
  });
  expect(inputOf(ORDER)).toEqual({ $arguments: ORDER });
  expect(inputOf('{"amount":2.0')).toEqual({ $arguments: '{"amount":2.0' });
  const travelled = openai.decode([messagesWith.openai(ORDER)]);
  const again = openai.encode(anthropic.decode(anthropic.encode(travelled)));
  expect(again).toEqual([messagesWith.openai(ORDER)]);
});

test('JSON from `JSON.stringify` keeps its numbers', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      expect(keepsNumbers(JSON.stringify(value, undefined, space))).toBe(true);
    }),
  );
});

test.each([
  ['1.0', true],
  ['1e2', true],
  ['100E-2', true],
  ['-0', true],
  ['0.000', true],
  ['1.50e3', true],
  ['9007199254740993', false],
  ['0.1000000000000000055511', false],
  ['1e400', false],
  ['1e-400', false],
])('%s in another notation is the same number: %s', (number, isSame) => {
  for (const text of [number, `[${number}]`, `{"\\\\":"\\"","a":[true,${number}]}`]) {
    expect(JSON.parse(text)).toBeDefined();
    expect(keepsNumbers(text)).toBe(isSame);
  }
  expect(keepsNumbers(`["${number}","\\"${number}\\\\"]`)).toBe(true);
});
