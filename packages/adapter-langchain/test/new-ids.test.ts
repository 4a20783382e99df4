import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import { printed, SMALL, texts } from './agent.ts';

/** A stored conversation without message ids. LangGraph assigns new ids at every call. */
function stored(steps: number, third = printed(3)): BaseMessage[] {
  const work = Array.from({ length: steps }, (_, at) => [
    new AIMessage({ content: '', tool_calls: [{ id: `c${at}`, name: 'list', args: { at } }] }),
    new ToolMessage({ tool_call_id: `c${at}`, content: at === 3 ? third : printed(at) }),
  ]);
  return [new HumanMessage('List all.'), ...work.flat()];
}

/** Returns the first text that a model gets of each conversation, all with one adapter: the record of what was removed. */
async function recordsOf(...histories: readonly BaseMessage[][]): Promise<(string | undefined)[]> {
  const { middleware } = langchainAdapter(SMALL);
  const model = fakeModel();
  for (const _ of histories) model.respond(new AIMessage('Done.'));
  const agent = createAgent({ model, tools: [], middleware: [middleware] });
  for (const messages of histories) await agent.invoke({ messages });
  return model.calls.map(({ messages }) => texts(messages)[0]);
}

test('continues a conversation whose messages have new ids', async () => {
  const [first, next] = await recordsOf(stored(12), stored(13));
  expect(first).toContain('Report of');
  expect(next).toBe(first);
});

test('begins again after a message with changed content', async () => {
  const [first, next] = await recordsOf(stored(12), stored(13, 'Nothing at all.'));
  expect(next).toContain('Report of');
  expect(next).not.toBe(first);
});
