import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { langchainAdapter } from '@palimpsest/adapter-langchain';
import { createAgent, fakeModel, tool } from 'langchain';

const adapter = langchainAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});

const bash = tool(({ suite }: { suite: number }) => printed(suite), {
  name: 'bash',
  description: 'Runs a suite of tests.',
  schema: { type: 'object', properties: { suite: { type: 'integer' } } },
});

const agent = createAgent({ model: model(), tools: [bash], middleware: [adapter.middleware] });
const { messages } = await agent.invoke({ messages: [new HumanMessage('Make it green.')] });
console.log(messages.length, messages[2]!.text.length);

/** Example model: it runs three suites, recalls a removed line, and ends. */
function model() {
  const script = fakeModel();
  for (const suite of [1, 2, 3]) script.respond(call(`c${suite}`, 'bash', { suite }));
  script.respond((sent) => {
    const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(sent))!;
    return call('c4', 'recall', { id, offset: 500, limit: 1 });
  });
  return script.respond((sent) => {
    console.log(sent.at(-1)!.text);
    return new AIMessage('It is green.');
  });
}

function printed(suite: number): string {
  return Array.from({ length: 500 }, (_, at) => `ok ${at} of suite ${suite} passed`).join('\n');
}

function call(id: string, name: string, args: object): AIMessage {
  return new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id, name, args }] });
}
