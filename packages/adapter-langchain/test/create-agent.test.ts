import { HumanMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, type AgentMiddleware } from 'langchain';
import { expect, test, describe } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import type { LangChainAdapterOptions } from '../src/langchain-adapter.ts';
import {
  bash,
  pairProblems,
  printed,
  resultsIn,
  saysFailed,
  shownIds,
  sizeOf,
  SMALL,
  task,
  texts,
  working,
} from './agent.ts';

const thread = { configurable: { thread_id: 't' }, recursionLimit: 200 };
const WAYS = ['invoke', 'stream'] as const;

async function worked(
  way: (typeof WAYS)[number],
  options: LangChainAdapterOptions = {},
  more: (adapter: ReturnType<typeof langchainAdapter>) => readonly AgentMiddleware[] = () => [],
) {
  const adapter = langchainAdapter({ ...SMALL, ...options });
  const model = working(14);
  const checkpointer = new MemorySaver();
  const agent = createAgent({
    model,
    tools: [bash],
    systemPrompt: 'You fix builds.',
    middleware: [...more(adapter), adapter.middleware] as [AgentMiddleware],
    checkpointer,
  });
  const streamed: string[] = [];
  let ended: readonly BaseMessage[] = [];
  if (way === 'invoke') ended = (await agent.invoke({ messages: [task()] }, thread)).messages;
  else {
    const stream = await agent.stream(
      { messages: [task()] },
      { ...thread, streamMode: 'messages' },
    );
    for await (const [message] of stream) streamed.push(message.text);
  }
  const state = (await agent.graph.getState(thread)).values as { messages: BaseMessage[] };
  const sent = model.calls.map(({ messages }) => messages);
  return { adapter, agent, model, state: state.messages, ended, sent, streamed };
}

describe.each(WAYS)('%s', (way) => {
  test('keeps a growing loop within the window, with each tool call paired with its result', async () => {
    const { sent, state, streamed } = await worked(way);
    expect(sent).toHaveLength(16);
    expect(state.at(-1)!.text).toBe('The build is green.');
    expect(streamed.at(-1)).toBe(way === 'stream' ? 'The build is green.' : undefined);
    for (const messages of sent) {
      expect(pairProblems(messages)).toEqual([]);
      expect(sizeOf(messages)).toBeLessThan(24_000);
      expect(SystemMessage.isInstance(messages[0])).toBe(true);
    }
  });

  test('the state and the checkpoint keep the full tool results', async () => {
    const { state } = await worked(way);
    expect(sizeOf(state)).toBeGreaterThan(36_000);
    expect(resultsIn(state).get('call_a_1')!.content).toBe(printed(1));
    expect(shownIds(texts(state.slice(0, -3)))).toEqual([]);
  });

  test('the model recalls removed content by its id', async () => {
    const { sent } = await worked(way);
    const answer = resultsIn(sent.at(-1)!).get('call_a_15')!.content as string;
    expect(answer).toMatch(/^\[[\da-f]{8}: all 121 lines\]\n/);
    const original = answer.slice(answer.indexOf('\n') + 1);
    expect(Array.from({ length: 14 }, (_, at) => printed(at + 1))).toContain(original);
  });

  test('says in each request that a failed call failed', async () => {
    const { sent } = await worked(way);
    for (const step of [5, 10]) {
      for (const messages of sent.slice(step)) expect(saysFailed(messages, step)).toBe(true);
    }
    expect(resultsIn(sent.at(-1)!).has('call_a_5')).toBe(false);
  });
});

test('sends the system prompt, a record of its own, and the newest messages of the state', async () => {
  const { sent, ended } = await worked('invoke');
  const [, record, ...tail] = sent.at(-1)!;
  expect(HumanMessage.isInstance(record)).toBe(true);
  expect(texts([record!])[0]).toContain('\nMake the build green. Never touch main.\n');
  expect(ended.map(({ id }) => id)).not.toContain(record!.id);
  expect(tail.length).toBeGreaterThan(1);
  const end = ended.indexOf(tail.at(-1)!) + 1;
  for (const [at, message] of ended.slice(end - tail.length, end).entries()) {
    expect(tail[at]).toBe(message);
  }
});
