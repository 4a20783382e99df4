import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { IContent } from '@palimpsest/core-types';
import { createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';

/** A stored conversation without message ids. LangGraph assigns new ids at every call. */
function stored(steps: number, last = 'row'): BaseMessage[] {
  const work = Array.from({ length: steps }, (_, at) => [
    new AIMessage({ content: '', tool_calls: [{ id: `c${at}`, name: 'list', args: { at } }] }),
    new ToolMessage({ tool_call_id: `c${at}`, content: at === 3 ? last : `row ${at}` }),
  ]);
  return [new HumanMessage('List all.'), ...work.flat()];
}

async function entriesCounted(histories: readonly BaseMessage[][]): Promise<number[]> {
  let entries = 0;
  const estimateTokens = (history: readonly IContent[]): number => {
    entries += history.length;
    return JSON.stringify(history.map(({ blocks }) => blocks)).length / 4;
  };
  const { middleware } = langchainAdapter({ contextLimit: 1_000_000, estimateTokens });
  const model = fakeModel();
  for (const _ of histories) model.respond(new AIMessage('Done.'));
  const agent = createAgent({ model, tools: [], middleware: [middleware] });
  const counted: number[] = [];
  for (const messages of histories) {
    entries = 0;
    await agent.invoke({ messages });
    counted.push(entries);
  }
  return counted;
}

test('recognizes messages whose ids changed, and does not count them again', async () => {
  const [first, next] = await entriesCounted([stored(30), stored(31)]);
  expect(first).toBeGreaterThan(60);
  expect(next).toBeLessThan(6);
});

test('counts messages again after one with changed content', async () => {
  const [first, next] = await entriesCounted([stored(30), stored(31, 'another row')]);
  expect(next).toBeGreaterThan(first! / 2);
});
