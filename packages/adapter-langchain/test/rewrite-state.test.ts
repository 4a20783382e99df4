import { HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { MemorySaver, REMOVE_ALL_MESSAGES } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import type { LangChainAdapterOptions } from '../src/langchain-adapter.ts';
import { createStateRewriter } from '../src/history-middleware.ts';
import { bash, pairProblems, shownIds, sizeOf, SMALL, task, texts, working } from './agent.ts';

const thread = { configurable: { thread_id: 't' }, recursionLimit: 200 };

/** Runs one agent twice. Returns the sent messages, and the state after each run. */
async function runs(options: LangChainAdapterOptions) {
  const { middleware } = langchainAdapter({ ...SMALL, ...options });
  const checkpointer = new MemorySaver();
  const sent: string[][] = [];
  const states: BaseMessage[][] = [];
  for (const run of ['a', 'b']) {
    const model = working(8, run);
    const agent = createAgent({ model, tools: [bash], middleware: [middleware], checkpointer });
    const said = run === 'a' ? task() : new HumanMessage({ id: run, content: 'And now?' });
    await agent.invoke({ messages: [said] }, thread);
    for (const { messages } of model.calls) {
      expect(pairProblems(messages)).toEqual([]);
      sent.push(texts(messages));
    }
    states.push(
      ((await agent.graph.getState(thread)).values as { messages: BaseMessage[] }).messages,
    );
  }
  return { sent, states };
}

test('rewrites the state to the sent messages, and sends the same as without a rewrite', async () => {
  const rewriting = await runs({ rewriteState: true });
  const keeping = await runs({});
  expect(rewriting.sent).toEqual(keeping.sent);
  for (const state of rewriting.states) {
    expect(sizeOf(state)).toBeLessThan(24_000);
    expect(shownIds(texts(state.slice(0, -3)))).not.toEqual([]);
    expect(new Set(state.map(({ id }) => id)).size).toBe(state.length);
  }
  expect(sizeOf(keeping.states.at(-1)!)).toBeGreaterThan(40_000);
});

test('rewrites only a state that starts with the remembered request, once, and keeps newer messages', () => {
  const state = createStateRewriter();
  const [first, second] = [task(), new HumanMessage('And now?')];
  const short = new HumanMessage('short');
  state.remember([first], [short]);
  expect(state.rewrite([second])).toBeUndefined();
  expect(state.rewrite([second, first])).toBeUndefined();
  state.remember([first], [short]);
  const { messages } = state.rewrite([first, second])!;
  expect(messages[0]).toMatchObject({ id: REMOVE_ALL_MESSAGES });
  expect(messages.slice(1)).toEqual([short, second]);
  expect(messages[2]).toBe(second);
  expect(state.rewrite([first, second])).toBeUndefined();
});
