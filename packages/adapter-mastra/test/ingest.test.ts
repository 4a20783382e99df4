import { createTool } from '@mastra/core/tools';
import { describe, expect, test } from 'vitest';
import { mastraAdapter } from '../src/index.ts';
import type { MastraTool } from '../src/ingest-tools.ts';
import { agentOf, printed, resultsIn, scripted, shell, shownIds, WAYS, working } from './agent.ts';

const LONG = printed(1, 2_000);
const adapterOf = () => mastraAdapter({ when: 'ingest' });
const convert = async (tool: MastraTool, output: unknown): Promise<unknown> =>
  await tool.toModelOutput!(output as never);

describe.each(['generate', 'stream'] as const)('%s', (way) => {
  test('reduces a tool result before the model first sees it', async () => {
    const adapter = adapterOf();
    const asked = scripted(working(1));
    const tools = adapter.ingest({ bash: shell(2_000), recall: adapter.recallTool });
    const { messages } = await WAYS[way](agentOf(adapter, asked, tools));
    const prompts = asked.calls.map(({ prompt }) => prompt);
    const value = String(resultsIn(prompts[1]!).get('call_1')!.value);
    expect(value.length).toBeLessThan(LONG.length / 4);
    expect(value).toContain('gate_1 has no tariff');
    expect(shownIds(value)).toHaveLength(1);
    // The sent prefix does not change, and the recalled text is not reduced again.
    expect(prompts[2]!.slice(0, prompts[1]!.length)).toEqual(prompts[1]);
    const recalled = String(resultsIn(prompts[2]!).get('call_2')!.value);
    expect(recalled).toContain('lines 1 to 200 of 2001');
    expect(recalled).toContain('ok 199 of suite 1 passed');
    expect(JSON.stringify(messages)).toContain(JSON.stringify(LONG).slice(1, -1));
  });
});

test('keeps the other properties of a wrapped tool, and does not modify the given tool', () => {
  const bash = shell();
  const { bash: wrapped } = adapterOf().ingest({ bash });
  const { toModelOutput: _told, ...kept } = Object.fromEntries(Object.entries(wrapped));
  expect({ toModelOutput: undefined, ...kept }).toEqual(Object.fromEntries(Object.entries(bash)));
  expect(wrapped.constructor).toBe(bash.constructor);
  expect(bash.toModelOutput).toBeUndefined();
});

test('returns `undefined` for a call whose input Mastra rejected', async () => {
  const { bash } = adapterOf().ingest({ bash: shell() });
  const refusal = { error: true, message: LONG, validationErrors: {} };
  expect(await convert(bash, refusal)).toBeUndefined();
});

test('returns the recall tool and provider-executed tools unchanged', () => {
  const { ingest, recallTool } = adapterOf();
  const search = { type: 'provider-defined', id: 'openai.web_search', args: {} } as MastraTool;
  const wrapped = ingest({ recall: recallTool, search });
  expect(wrapped.recall).toBe(recallTool);
  expect(wrapped.search).toBe(search);
});

test('the recall tool returns an error text for an unknown id and for invalid input', async () => {
  const adapter = mastraAdapter();
  const inputs = [{ id: '12345678' }, { number: 1 }];
  const asked = scripted((_prompt, call) => {
    const input = inputs[call - 1];
    return input === undefined ? { text: 'So be it.' } : { toolName: 'recall', input };
  });
  const other = createTool({ id: 'other', description: 'Nothing.' });
  await WAYS.generate(agentOf(adapter, asked, { recall: adapter.recallTool, other }));
  const results = resultsIn(asked.calls[2]!.prompt);
  expect(results.get('call_1')).toEqual({
    type: 'error-text',
    value: (await adapter.recall(inputs[0])).text,
  });
  expect(results.get('call_2')).toMatchObject({
    type: 'error-text',
    value: expect.stringContaining('id'),
  });
});
