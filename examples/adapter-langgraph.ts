// A graph of LangGraph with nodes of its own, whose tool prints more than its window holds. The model is a fake one.
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { langchainAdapter } from '@palimpsest/adapter-langchain';
import { AIMessage, fakeModel, tool } from 'langchain';

const suite = tool(
  ({ number }: { number: number }) =>
    Array.from({ length: 300 }, (_, at) => `ok ${at} of suite ${number} passed`).join('\n'),
  {
    name: 'suite',
    description: 'Runs a suite of tests, from 1 to 4.',
    schema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  },
);
const llm = scripted();

const adapter = langchainAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  reactAgent: { llm, tools: [suite] },
  onPrepared({ kind, tokensBefore, tokensAfter }) {
    if (kind !== 'unchanged') console.log(`${tokensBefore} tokens became ${tokensAfter}`);
  },
});
const tools = [suite, adapter.recallTool];
const model = llm.bindTools!(tools);

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async (state, config) => {
    const { llmInputMessages } = await adapter.preModelHook(state, config);
    return { messages: [await model.invoke(llmInputMessages)] };
  })
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition, ['tools', END])
  .addEdge('tools', 'model')
  .compile({ checkpointer: new MemorySaver() });

const task = 'Run suites 1 to 4, one after the other. What was the last line of suite 1?';
const { messages } = await graph.invoke(
  { messages: [{ role: 'user', content: task }] },
  { configurable: { thread_id: 'alice/42' } },
);
console.log(messages.at(-1)!.text);

/** Runs four suites, asks for what it no longer sees, and answers with it. */
function scripted(): BaseChatModel {
  const script = fakeModel();
  for (const number of [1, 2, 3, 4]) script.respond(call('suite', { number }));
  script.respond((sent) => {
    const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(sent)) ?? [];
    return call('recall', { id, offset: 300 });
  });
  return script.respond((sent) => new AIMessage(sent.at(-1)!.text));
}

function call(name: string, args: object): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: [{ type: 'tool_call', id: crypto.randomUUID(), name, args }],
  });
}
