import { openaiAdapter } from '@palimpsest/adapter-openai';
import OpenAI from 'openai';

// An agent on an openai client in a small window. With OPENAI_API_KEY a real model works, else a fake one.
const apiKey = process.env['OPENAI_API_KEY'];
const adapter = openaiAdapter({
  settings: { 'context-limit': 8_000, maxOutputTokens: 500 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => {
    if (kind !== 'unchanged') console.log(`${kind}: ${tokensBefore} tokens became ${tokensAfter}`);
  },
  ...(apiKey === undefined ? { fetch: fakeModel } : {}),
});
const client = new OpenAI({ apiKey: apiKey ?? 'none', fetch: adapter.fetch });

const readLog = {
  name: 'read_log',
  description: 'The log of a build, by its number from 1 to 12.',
  parameters: { type: 'object', properties: { build: { type: 'integer' } }, required: ['build'] },
  function: (input: string) => {
    const { build } = JSON.parse(input) as { build: number };
    const lines = Array.from({ length: 150 }, (_, line) => `step ${line} of build ${build}: ok`);
    return [...lines, `Error: build ${build} needs gate_${build}`].join('\n');
  },
};

/** Builds that were read. A report of old messages has no calls to count. */
let build = 0;

const task =
  'Read the logs of the builds 1 to 12, one after the other. What does each of them need?';
const runner = client.chat.completions.runTools(
  {
    model: 'gpt-5',
    messages: [{ role: 'user', content: task }],
    tools: [{ type: 'function', function: readLog }, adapter.recallTool],
  },
  { maxChatCompletions: 20 },
);
console.log(await runner.finalContent());
const held = JSON.stringify(runner.messages).length;
console.log(
  `The program still holds all of it: ${held} characters in ${runner.messages.length} messages`,
);

function fakeModel(_url: unknown, init?: RequestInit): Promise<Response> {
  const { messages } = JSON.parse(init?.body as string) as { messages: { role: string }[] };
  build += 1;
  const call = { name: readLog.name, arguments: JSON.stringify({ build }) };
  const said =
    build > 12
      ? { content: 'Each needs its gate.' }
      : { tool_calls: [{ id: `call_${build}`, type: 'function', function: call }] };
  return Promise.resolve(
    Response.json({
      choices: [{ index: 0, message: { role: 'assistant', ...said } }],
      usage: { prompt_tokens: Math.ceil(JSON.stringify(messages).length / 4) },
    }),
  );
}
