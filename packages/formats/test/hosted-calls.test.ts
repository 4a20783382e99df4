import type { IContent } from '@palimpsest/core-types';
import { anthropic } from '@palimpsest/formats/anthropic';
import { gemini } from '@palimpsest/formats/gemini';
import { openaiAgents } from '@palimpsest/formats/openai-agents';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import type { Item } from '../src/items/dialect.ts';
import { describe, expect, test } from 'vitest';

/** Returns the ids of hosted calls by block. */
const idsOf = ({ blocks }: IContent): (string | undefined)[] =>
  blocks.map((block) => (block.type === 'opaque' ? block.hostedCallId : undefined));

/** Parts of Anthropic. */
const use = (id: string) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} });
const result = (id: string) => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [],
});
const idsIn = (...content: object[]) =>
  idsOf(anthropic.decode([{ role: 'assistant', content }])[0]!);

/** Items of the Responses API. */
const search = (id: string) => ({ type: 'web_search_call', id, status: 'completed' });
const said = (id: string) => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text: id }],
});
const mcp = { server_label: 'port', name: 'pay', arguments: '{}' };
const request = (id: string) => ({ type: 'mcp_approval_request', id, ...mcp });
const response = (id: string) => ({
  type: 'mcp_approval_response',
  approval_request_id: id,
  approve: true,
});
const ran = (id: string) => ({
  type: 'mcp_call',
  id: `ran-${id}`,
  approval_request_id: id,
  ...mcp,
});
const asked = { role: 'user', content: 'Pay all berths.' };
/** Returns for each entry its items, and whether it is pinned. */
const entriesOf = (...items: object[]) =>
  openaiResponses.decode(items as Item[]).map((entry) => ({
    items: openaiResponses.encode([entry]),
    ...(entry.metadata?.pinned === true ? { pinned: true } : {}),
  }));

/** Returns the item as the Agents SDK writes it. */
const hosted = (item: { readonly type: string; readonly id?: string }) => ({
  type: 'hosted_tool_call' as const,
  name: item.type,
  ...('id' in item ? { id: item.id } : {}),
  providerData: item,
});

describe('Anthropic', () => {
  test('a call and its result have one id', () => {
    expect(
      idsIn(use('a'), use('b'), result('a'), { type: 'text', text: 'So.' }, result('b')),
    ).toEqual(['a', 'b', 'a', undefined, 'b']);
  });

  test('a call that code makes belongs to the code', () => {
    const caller = { type: 'code_execution_20260120', tool_id: 'code' };
    const searched = [
      { ...use('a'), caller },
      { ...result('a'), caller },
    ];
    const code = { type: 'code_execution_tool_result', tool_use_id: 'code', content: {} };
    expect(idsIn(use('code'), ...searched, code)).toEqual(Array(4).fill('code'));
  });
});

test('Gemini: code and its result have one id, also if the API gives none', () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
  const output = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
  const parts = [code, output, { text: 'One.' }, code, output];
  const [entry] = gemini.decode([{ role: 'model', parts }]);
  const [first, second, , third, fourth] = idsOf(entry!);
  expect(first).toBeDefined();
  expect([second, fourth]).toEqual([first, third]);
  expect(third).not.toBe(first);
});

describe('the Responses API', () => {
  test('each call is an entry, with the text after it', () => {
    const thought = { type: 'reasoning', id: 'rs', summary: [] };
    const items = [search('a'), search('b'), said('x'), thought, search('c'), said('y'), said('z')];
    const [a, b, x, rs, c, y, z] = items;
    expect(entriesOf(...items)).toEqual([
      { items: [a] },
      { items: [b, x] },
      { items: [rs, c, y] },
      { items: [z] },
    ]);
  });

  test('a call is in one entry with its approval, and so are approvals that overlap', () => {
    const alone = [request('a'), response('a'), ran('a')];
    const both = [request('b'), request('c'), response('b'), response('c'), ran('b'), ran('c')];
    const answered = [...both, said('x')];
    expect(entriesOf(...alone, ...answered)).toEqual([{ items: alone }, { items: answered }]);
    const [entry] = openaiResponses.decode(alone);
    expect(idsOf(entry!)).toEqual(['a', 'a', 'a']);
  });

  test('an approval without a response, or with a response in another entry, is pinned', () => {
    expect(entriesOf(search('a'), request('b'))).toEqual([
      { items: [search('a')] },
      { items: [request('b')], pinned: true },
    ]);
    expect(entriesOf(request('b'), asked, response('b'), ran('b'))).toEqual([
      { items: [request('b')], pinned: true },
      { items: [asked] },
      { items: [response('b'), ran('b')], pinned: true },
    ]);
  });

  test('the Agents SDK writes the same as hosted tool calls', () => {
    const items = [request('a'), response('a'), ran('a'), search('b')].map(hosted);
    const [first, second, ...others] = openaiAgents.decode(items);
    expect(others).toEqual([]);
    expect(idsOf(first!)).toEqual(['a', 'a', 'a']);
    expect(idsOf(second!)).toEqual(['b']);
  });
});
