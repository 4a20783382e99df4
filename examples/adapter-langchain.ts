// An agent of LangChain whose tools print more than its window holds. With OPENAI_API_KEY set and @langchain/openai installed, a real model works.
import { langchainAdapter } from '@palimpsest/adapter-langchain';
import { AIMessage, createAgent, fakeModel, initChatModel, tool } from 'langchain';

const adapter = langchainAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared({ kind, tokensBefore, tokensAfter }) {
    if (kind !== 'unchanged') console.log(`${tokensBefore} tokens became ${tokensAfter}`);
  },
});

const suite = tool(
  ({ number }: { number: number }) =>
    Array.from({ length: 300 }, (_, at) => `ok ${at} of suite ${number} passed`).join('\n'),
  {
    name: 'suite',
    description: 'Runs a suite of tests, from 1 to 4.',
    schema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  },
);

const isReal = process.env['OPENAI_API_KEY'] !== undefined;
const agent = createAgent({
  model: isReal ? await initChatModel('openai:gpt-5-mini') : scripted(),
  tools: [suite],
  systemPrompt: 'You run tests. Ask with recall for what was left out.',
  middleware: [adapter.middleware],
});
const task = 'Run suites 1 to 4, one after the other. What was the last line of suite 1?';
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: task }] });
console.log(messages.at(-1)!.text);

/** Runs four suites, asks for what it no longer sees, and answers with it. */
function scripted() {
  const model = fakeModel();
  for (const number of [1, 2, 3, 4]) model.respond(call('suite', { number }));
  model.respond((sent) => {
    const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(sent)) ?? [];
    return call('recall', { id, offset: 300 });
  });
  return model.respond((sent) => new AIMessage(sent.at(-1)!.text));
}

function call(name: string, args: object): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: [{ type: 'tool_call', id: crypto.randomUUID(), name, args }],
  });
}
