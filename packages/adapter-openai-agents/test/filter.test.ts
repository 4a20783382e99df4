import { MemorySession, RunContext, type AgentInputItem } from '@openai/agents';
import type { PrepareResult } from '@palimpsest/orchestrator';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { describe, expect, test } from 'vitest';
import { openaiAgentsAdapter } from '../src/index.ts';
import type { AdapterOptions } from '@palimpsest/adapter';
import {
  agentOf,
  inputsOf,
  pairProblems,
  printed,
  resultsIn,
  runner,
  shownIds,
  sizeOf,
  SMALL,
  working,
} from './agent.ts';

const TASK = 'Make the build green. Never touch main.';
const WAYS = ['run', 'stream'] as const;

async function worked(
  way: (typeof WAYS)[number],
  options: AdapterOptions = SMALL,
  tokens = 0,
  conversationId?: string,
) {
  const adapter = openaiAgentsAdapter(options);
  const model = working(14, 'a', tokens);
  const session = new MemorySession();
  const { callModelInputFilter } = adapter;
  const own = runner();
  adapter.watchUsage(own);
  const how = {
    callModelInputFilter,
    maxTurns: 30,
    ...(conversationId === undefined ? { session } : { conversationId }),
  };
  const agent = agentOf(model, adapter);
  let output: unknown;
  if (way === 'run') output = (await own.run(agent, TASK, how)).finalOutput;
  else {
    const result = await own.run(agent, TASK, { ...how, stream: true });
    for await (const _ of result);
    output = result.finalOutput;
  }
  return { adapter, model, output, sent: inputsOf(model), kept: await session.getItems() };
}

async function outcomesOf(way: (typeof WAYS)[number], tokens: number): Promise<PrepareResult[]> {
  const outcomes: PrepareResult[] = [];
  await worked(way, { onPrepared: (outcome) => outcomes.push(outcome) }, tokens);
  return outcomes;
}

describe.each(WAYS)('%s', (way) => {
  test('keeps a growing loop within the window, with each tool call paired with its result', async () => {
    const { sent, output } = await worked(way);
    expect(output).toBe('The build is green.');
    expect(sent).toHaveLength(16);
    for (const items of sent) {
      expect(pairProblems(items)).toEqual([]);
      expect(sizeOf(items)).toBeLessThan(24_000);
    }
  });

  test('the session keeps the user message and the full tool results', async () => {
    const { kept } = await worked(way);
    expect(sizeOf(kept)).toBeGreaterThan(36_000);
    expect(resultsIn(kept).get('call_a_1')).toBe(printed(1));
    expect(kept[0]).toMatchObject({ role: 'user', content: TASK });
    expect(kept.filter((item) => 'role' in item && item.role === 'user')).toHaveLength(1);
    expect(kept).toHaveLength(32);
  });

  test('the model recalls removed content by its id', async () => {
    const { sent } = await worked(way);
    const answer = resultsIn(sent.at(-1)!).get('recall_a')!;
    expect(answer).toMatch(/^\[[\da-f]{8}: all \d+ lines\]\n/);
    const original = answer.slice(answer.indexOf('\n') + 1);
    expect(Array.from({ length: 14 }, (_, at) => printed(at + 1))).toContain(original);
  });

  test('the model gets the error text of a failed call in the next request', async () => {
    const { sent } = await worked(way);
    for (const at of [5, 10]) {
      expect(resultsIn(sent[at]!).get(`call_a_${at}`)).toMatch(/^An error occurred/);
    }
  });

  test('leaves a server-managed conversation unchanged', async () => {
    const { sent, adapter } = await worked(way, SMALL, 0, 'conv_1');
    expect(sent.every((items) => items.length === 1)).toBe(true);
    expect(shownIds(sent)).toEqual([]);
    expect((await adapter.originals).list()).toEqual([]);
  });

  test('corrects the estimate of the next request by the reported token usage', async () => {
    const [plain, corrected] = [await outcomesOf(way, 0), await outcomesOf(way, 20_000)];
    expect(corrected[0]).toEqual(plain[0]);
    expect(corrected[1]!.tokensBefore).toBeGreaterThan(plain[1]!.tokensBefore);
  });
});

test('compresses a run with tool searches of the provider, which become steps of the record with their results', async () => {
  const { callModelInputFilter: filter } = openaiAgentsAdapter(SMALL);
  const { kept } = await worked('run');
  const execution = 'server';
  const search: AgentInputItem[] = [
    { type: 'tool_search_call', id: 'ts_1', execution, arguments: { query: 'orders' } },
    { type: 'tool_search_output', id: 'tso_1', execution, tools: [] },
    { type: 'tool_search_call', id: 'ts_2', callId: null, execution, arguments: {} },
    { type: 'tool_search_output', id: 'tso_2', callId: null, execution, tools: [] },
  ];
  const input = [kept[0]!, ...search, ...kept.slice(1)];
  const agent = agentOf(working(1), openaiAgentsAdapter()) as never;
  const sent = await filter({ agent, context: undefined, modelData: { input } });
  expect(sizeOf(sent.input)).toBeLessThan(24_000);
  expect(sent.input.filter((item) => search.includes(item))).toEqual([]);
  expect(JSON.stringify(sent.input[0])).toMatch(/• [^•]*tool_search/);
  expect(pairProblems(sent.input)).toEqual([]);
});

test('keeps items that fit as the same objects, mutates nothing, and leaves its own output unchanged', async () => {
  const { callModelInputFilter: filter } = openaiAgentsAdapter(SMALL);
  const { kept } = await worked('run');
  const agent = agentOf(working(1), openaiAgentsAdapter());
  const small = { input: kept.slice(0, 5), instructions: 'You fix builds.' };
  const given: Omit<Parameters<typeof filter>[0], 'modelData'> = {
    agent: agent as never,
    context: undefined,
  };
  expect(await filter({ ...given, modelData: small })).toBe(small);
  expect(filter.preserveInputIdentity).toBe(true);

  const before = structuredClone(kept);
  const { input: sent } = await filter({ ...given, modelData: { input: [...kept] } });
  expect(kept).toEqual(before);
  expect(sizeOf(sent)).toBeLessThan(24_000);
  const [record, ...tail] = sent;
  expect(record).toMatchObject({ role: 'user' });
  expect(JSON.stringify(record)).toContain(`\\n${TASK}\\n`);
  expect(tail.length).toBeGreaterThan(1);
  for (const [at, item] of kept.slice(-tail.length).entries()) expect(tail[at]).toBe(item);
  expect((await filter({ ...given, modelData: { input: [...kept] } })).input).toEqual(sent);
  const again = { input: sent };
  expect(await filter({ ...given, modelData: again })).toBe(again);
});

test('the recall tool has the definition of `RECALL_TOOL`, and returns an error text for invalid input', async () => {
  const { recallTool } = openaiAgentsAdapter();
  const { name, description, inputSchema } = RECALL_TOOL;
  const { additionalProperties: _, ...parameters } = recallTool.parameters;
  expect(recallTool).toMatchObject({ type: 'function', name, description });
  expect(parameters).toEqual(inputSchema);
  expect(await recallTool.invoke(new RunContext(), '{"id":7}')).toMatch(/id: expected .+, got 7\./);
});
