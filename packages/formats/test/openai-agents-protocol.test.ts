import { protocol } from '@openai/agents';
import type { ToolResponseBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getCodec } from '../src/index.ts';
import { openaiAgents } from '@palimpsest/formats/openai-agents';
import { AGENTS_ITEMS } from './agents-items.ts';
import { anyHistory } from './arbitrary-history.ts';
import { edited } from './expect-history.ts';
import { fixtures } from './fixture.ts';

/** Returns the items that the SDK rejects. */
const refused = (items: readonly object[]): unknown[] =>
  items.filter((item) => !protocol.ModelItem.safeParse(item).success);

test('the test items have every kind that the SDK knows', () => {
  expect(refused(AGENTS_ITEMS)).toEqual([]);
  const kinds = new Set(protocol.ModelItem.options.map(({ shape }) => kindOf(shape)));
  expect(new Set(AGENTS_ITEMS.map(({ type, role }) => String(role ?? type)))).toEqual(kinds);
});

function kindOf(shape: object): string {
  const { role, type } = shape as Record<string, { value?: string; def: { values?: string[] } }>;
  return (role ?? type)!.def.values![0]!;
}

test('returns unchanged items of every kind as the same objects', () => {
  const history = openaiAgents.decode([...AGENTS_ITEMS]);
  const written = openaiAgents.encode(history);
  expect(written).toHaveLength(AGENTS_ITEMS.length);
  for (const [index, item] of written.entries()) expect(item).toBe(AGENTS_ITEMS[index]);
});

test('matches every result with a different call', () => {
  const blocks = openaiAgents.decode([...AGENTS_ITEMS]).flatMap((entry) => [...entry.blocks]);
  const calls = new Set(blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])));
  const results = blocks.filter((block) => block.type === 'tool_response');
  expect(results.map(({ callId }) => callId)).toEqual(
    [...new Set(results.map(({ callId }) => callId))].filter((id) => calls.has(id)),
  );
  expect(results.filter(({ toolName }) => toolName === '')).toEqual([]);
});

test.each<Partial<ToolResponseBlock>>([
  { result: 'short' },
  { result: '' },
  { result: { lines: 3 } },
  { result: 'short', error: 'It failed.' },
  { result: 'short', isError: true },
])('the SDK accepts results of any kind edited to %o, and decoding keeps them', (change) => {
  const history = edited(openaiAgents.decode([...AGENTS_ITEMS]), (block) => {
    if (block.type !== 'tool_response') return block;
    const { error: _error, isError: _flag, ...rest } = block;
    return { ...rest, ...change };
  });
  const written = openaiAgents.encode(history);
  expect(refused(written)).toEqual([]);
  expect(openaiAgents.encode(openaiAgents.decode(written))).toEqual(written);
});

test('the SDK accepts items written from entries of any origin', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      expect(refused(openaiAgents.encode(history))).toEqual([]);
    }),
  );
});

test.each([
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'genkit',
  'pi',
  'ai-sdk',
  'langchain',
] as const)('the SDK accepts items written from messages of %s', (name) => {
  const { messages } = fixtures[name];
  fc.assert(
    fc.property(messages, (given) => {
      expect(refused(openaiAgents.encode(getCodec(name).decode(given)))).toEqual([]);
    }),
  );
});
