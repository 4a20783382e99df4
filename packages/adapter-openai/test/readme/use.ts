import { openaiAdapter } from '@palimpsest/adapter-openai';
import OpenAI from 'openai';

const adapter = openaiAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
  fetch: model, // without it, requests go to the network
});
const client = new OpenAI({ apiKey: 'none', fetch: adapter.fetch });

const bash = async (input: string) =>
  Array.from({ length: 250 }, (_, at) => `ok ${at} of ${input} passed`).join('\n');

/** Requests that the example model answered. */
let turn = 0;

const runner = client.chat.completions.runTools({
  model: 'gpt-5',
  messages: [{ role: 'user', content: 'Never touch main. Make it green.' }],
  tools: [
    {
      type: 'function',
      function: { name: 'bash', description: 'Runs a command.', parameters: {}, function: bash },
    },
    adapter.recallTool,
  ],
});
console.log(await runner.finalContent());
console.log(runner.messages.at(-2)?.content);

/** Example model: it runs two commands, and recalls what was removed from the first result. */
async function model(_url: unknown, init?: RequestInit): Promise<Response> {
  const { messages } = JSON.parse(init?.body as string) as { messages: { role: string }[] };
  turn += 1;
  const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(messages)) ?? [];
  const call = (name: string, input: object) => ({
    tool_calls: [
      { id: `c${turn}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
    ],
  });
  const said =
    turn < 3
      ? call('bash', { command: `make test-${turn}` })
      : turn === 3
        ? call('recall', { id, offset: 250, limit: 1 })
        : { content: 'Done.' };
  return Response.json({ choices: [{ index: 0, message: { role: 'assistant', ...said } }] });
}
