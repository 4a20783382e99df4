import Anthropic from '@anthropic-ai/sdk';
import { anthropicAdapter } from '@palimpsest/adapter-anthropic';

const adapter = anthropicAdapter({
  settings: { 'context-limit': 5_000 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});
const client = new Anthropic({
  apiKey: 'none',
  middleware: [adapter.middleware],
  fetch: model, // without it, requests go to the network
});

const bash = {
  name: 'bash',
  description: 'Runs a command.',
  input_schema: { type: 'object' as const, properties: { command: { type: 'string' } } },
  parse: (input: unknown) => input as { command: string },
  run: ({ command }: { command: string }) =>
    Array.from({ length: 250 }, (_, at) => `ok ${at} of ${command} passed`).join('\n'),
};

/** Requests that the example model answered. */
let turn = 0;

const runner = client.beta.messages.toolRunner({
  model: 'claude-opus-5-5',
  max_tokens: 200,
  messages: [{ role: 'user', content: 'Never touch main. Make it green.' }],
  tools: [bash, adapter.recallTool],
  thread: false, // otherwise the server manages the history
});
for await (const { content } of runner) {
  for (const block of content) if (block.type === 'text') console.log(block.text);
}

/** Example model: it runs two commands, and recalls what was removed from the first result. */
async function model(_url: unknown, init?: RequestInit): Promise<Response> {
  const { messages } = JSON.parse(init?.body as string) as { messages: { role: string }[] };
  turn += 1;
  const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(messages)) ?? [];
  const call = (name: string, input: object) => ({
    type: 'tool_use',
    id: `toolu_${turn}`,
    name,
    input,
  });
  const said =
    turn < 3
      ? call('bash', { command: `make test-${turn}` })
      : turn === 3
        ? call('recall', { id, offset: 250, limit: 1 })
        : { type: 'text', text: JSON.stringify(messages.at(-1)) };
  const stop_reason = turn < 4 ? 'tool_use' : 'end_turn';
  return Response.json({ type: 'message', role: 'assistant', content: [said], stop_reason });
}
