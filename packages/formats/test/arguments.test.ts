import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { anthropic } from '@palimpsest/formats/anthropic';
import { openai } from '@palimpsest/formats/openai';
import { FormatError, getCodec } from '../src/index.ts';
import { edited } from './expect-history.ts';

const ORDER = '{ "order_id": 12345678901234567893, "price":1.10, "note":"a \\"2.0\\" b"}';

const called = (written: string): object => ({ name: 'order', arguments: written });
const messagesWith = {
  openai: (written: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: called(written) }],
  }),
  'openai-responses': (written: string) => ({
    type: 'function_call',
    call_id: 'a',
    ...called(written),
  }),
  'openai-agents': (written: string) => ({
    type: 'function_call',
    callId: 'a',
    ...called(written),
    status: 'completed',
  }),
} as const;
const NAMES = Object.keys(messagesWith) as (keyof typeof messagesWith)[];

function withParameters(history: readonly IContent[], parameters: unknown): IContent[] {
  return edited(history, (block) =>
    block.type === 'tool_call' ? { ...block, parameters } : block,
  );
}

test.each(NAMES)('%s: keeps arguments as text if parsing would change a number', (name) => {
  const codec = getCodec(name);
  const history = codec.decode([messagesWith[name](ORDER)]);
  expect(history[0]!.blocks).toMatchObject([{ type: 'tool_call', parameters: ORDER }]);
  for (const left of ['{"order_id":12345678901234567893,"note":"a…"}', '{"note":"a…"}', '…3']) {
    expect(codec.encode(withParameters(history, left))).toEqual([messagesWith[name](left)]);
  }
});

/** Returns the input of the call at Anthropic, which accepts objects only. */
function inputOf(written: string): unknown {
  const [message] = anthropic.encode(openai.decode([messagesWith.openai(written)]));
  return (message!.content as { input: unknown }[])[0]!.input;
}

test.each([
  ['{"amount":2.0,"rate":1e2,"low":-0.50,"zero":0.000}', true],
  ['{"amount":1.50e3,"a \\" 9007199254740993":"1e400"}', true],
  [ORDER, false],
  ['{"amount":9007199254740993}', false],
  ['{"amount":0.1000000000000000055511}', false],
  ['{"amount":1e400}', false],
  ['{"amount":1e-400}', false],
  ['{"amount":2.0', false],
])('parses %s, unless that fails or changes a number: %s', (written, isParsed) => {
  expect(inputOf(written)).toEqual(isParsed ? JSON.parse(written) : { $arguments: written });
  const there = openai.decode([messagesWith.openai(written)]);
  const [back] = openai.decode(openai.encode(anthropic.decode(anthropic.encode(there))));
  expect(back!.blocks).toMatchObject([{ parameters: isParsed ? JSON.parse(written) : written }]);
});

const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

test('arguments of more than 100 levels stay a text, and other values of that depth are an error', () => {
  expect(inputOf(nested(100))).toEqual(JSON.parse(nested(100)));
  expect(inputOf(nested(101))).toEqual({ $arguments: nested(101) });
  const call = { type: 'tool_use', id: 'a', name: 'f', input: JSON.parse(nested(101)) as object };
  const decode = (): unknown => anthropic.decode([{ role: 'assistant', content: [call] }]);
  expect(decode).toThrow(FormatError);
  expect(decode).toThrow('anthropic call of f: found more than 100 levels. Accepted: JSON of at');
});
