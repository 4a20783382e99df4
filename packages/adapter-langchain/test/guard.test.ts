import { AIMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import type { LangChainAdapterOptions } from '../src/langchain-adapter.ts';
import { bash, printed, resultsIn, SMALL, task } from './agent.ts';

const STEPS = 14;
const COPY = 'ok 0 of suite 1 passed\n…119\n';
const WHOLE = printed(1);

function calls(id: string, name: string, args: object): AIMessage {
  return new AIMessage({ content: '', tool_calls: [{ id, name, args, type: 'tool_call' }] });
}

/** A model that reads until something is taken out, then writes a copied mark twice, and the whole. Returns what the tool wrote. */
async function play(options: LangChainAdapterOptions = {}, request = task()) {
  const written: string[] = [];
  const write: DynamicStructuredTool = new DynamicStructuredTool({
    name: 'write',
    description: 'Writes a file.',
    schema: { type: 'object', properties: { content: { type: 'string' } } },
    func: async ({ content }: { content: string }) => {
      written.push(content);
      if (content === 'fail') throw new Error('The disk is full.');
      return 'written';
    },
  });
  const model = fakeModel();
  for (let at = 1; at <= STEPS; at += 1) model.respond(calls(`read_${at}`, 'bash', { at }));
  model
    .respond(calls('copy', 'write', { content: COPY }))
    .respond(calls('again', 'write', { content: COPY }))
    .respond(calls('whole', 'write', { content: WHOLE }))
    .respond(calls('fail', 'write', { content: 'fail' }))
    .respond(new AIMessage('Done.'));
  const { middleware } = langchainAdapter({ ...SMALL, ...options });
  const agent = createAgent({ model, tools: [bash, write], middleware: [middleware] });
  const { messages } = await agent.invoke({ messages: [request] }, { recursionLimit: 200 });
  return { written, results: resultsIn(messages) };
}

test.each([false, true])(
  'a call that copies a mark gets an error, and the model writes the whole (rewriteState: %s)',
  async (rewriteState) => {
    const { written, results } = await play({ rewriteState });
    expect(written).toEqual([WHOLE, 'fail']);
    if (rewriteState) return;
    for (const id of ['copy', 'again']) {
      const { status, content, name } = results.get(id)!;
      expect([status, name]).toEqual(['error', 'write']);
      expect(content).toContain('The call did not run. It contains a mark');
    }
    expect(results.get('fail')).toMatchObject({
      status: 'error',
      content: 'Error: The disk is full.\n Please fix your mistakes.',
    });
  },
);

test('the calls run with the guard off, where nothing was taken out, and if a person wrote the line', async () => {
  const all = [COPY, COPY, WHOLE, 'fail'];
  const settings = { 'context-limit': 6_000, maxOutputTokens: 200, 'compression.guard': false };
  expect((await play({ settings })).written).toEqual(all);
  expect((await play({ settings: {} })).written).toEqual(all);
  const request = task();
  request.content = 'Write these lines to b.txt:\n…119\n';
  expect((await play({}, request)).written).toEqual(all);
  expect((await play({ rewriteState: true }, request)).written).toEqual(all);
});
