import { AIMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import type { PrepareResult } from '@palimpsest/orchestrator';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
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
  usage,
  working,
} from './agent.ts';

const thread = { configurable: { thread_id: 't' }, recursionLimit: 200 };

test.each(['invoke', 'stream'] as const)(
  '%s: `createReactAgent` sends reduced messages, and its state keeps the full results',
  async (way) => {
    const adapter = langchainAdapter(SMALL);
    const model = working(14);
    const agent = createReactAgent({
      llm: model,
      tools: [bash, adapter.recallTool],
      preModelHook: adapter.preModelHook,
      checkpointer: new MemorySaver(),
    });
    if (way === 'invoke') await agent.invoke({ messages: [task()] }, thread);
    else for await (const _ of await agent.stream({ messages: [task()] }, thread));
    const { messages } = (await agent.getState(thread)).values as { messages: BaseMessage[] };
    const sent = model.calls.map((call) => call.messages);
    expect(sent).toHaveLength(16);
    for (const request of sent) {
      expect(pairProblems(request)).toEqual([]);
      expect(sizeOf(request)).toBeLessThan(24_000);
    }
    const answer = resultsIn(sent.at(-1)!).get('call_a_15')!.content as string;
    expect(Array.from({ length: 14 }, (_, at) => printed(at + 1))).toContain(
      answer.slice(answer.indexOf('\n') + 1),
    );
    expect(saysFailed(sent.at(-1)!, 5)).toBe(true);
    expect(sizeOf(messages)).toBeGreaterThan(36_000);
    expect(shownIds(texts(messages.slice(0, -3)))).toEqual([]);
  },
);

test('counts the prompt and the tools that `reactAgent` passes', async () => {
  const seen: PrepareResult[] = [];
  const onPrepared = (outcome: PrepareResult) => seen.push(outcome);
  const prompt = 'You fix builds. '.repeat(500);
  const given = [
    {},
    { reactAgent: { prompt } },
    { reactAgent: { prompt: new SystemMessage(prompt) } },
    { reactAgent: { tools: [bash] } },
  ];
  for (const own of given) {
    await langchainAdapter({ ...own, onPrepared }).preModelHook({ messages: [task()] });
  }
  const [plain, text, message, tools] = seen.map(({ tokensBefore, budget }) => ({
    tokensBefore,
    budget,
  }));
  expect(text).not.toEqual(plain);
  expect(message).toEqual(text);
  expect(tools).not.toEqual(plain);
});

test('reads the reported token usage from the state', async () => {
  const outcomes: PrepareResult[] = [];
  const { preModelHook } = langchainAdapter({ onPrepared: (outcome) => outcomes.push(outcome) });
  const plain: PrepareResult[] = [];
  const other = langchainAdapter({ onPrepared: (outcome) => plain.push(outcome) });
  const asked = task();
  const more = new AIMessage({ id: 'a', content: 'Well. '.repeat(200) });
  const told = new AIMessage({ id: 'a', content: 'Well. '.repeat(200), ...usage(500_000) });
  await preModelHook({ messages: [asked] });
  await preModelHook({ messages: [asked, told, task()] });
  await other.preModelHook({ messages: [asked] });
  await other.preModelHook({ messages: [asked, more, task()] });
  expect(outcomes[0]).toEqual(plain[0]);
  expect(outcomes[1]!.tokensBefore).toBeGreaterThan(plain[1]!.tokensBefore);
});
