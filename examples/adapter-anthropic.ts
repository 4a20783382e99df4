import Anthropic from '@anthropic-ai/sdk';
import { anthropicAdapter } from '@palimpsest/adapter-anthropic';

// An agent on an Anthropic client in a small window. With ANTHROPIC_API_KEY a real model works, else a fake one.
const apiKey = process.env['ANTHROPIC_API_KEY'];
const adapter = anthropicAdapter({
  settings: { 'context-limit': 8_000, maxOutputTokens: 500 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => {
    if (kind !== 'unchanged') console.log(`${kind}: ${tokensBefore} tokens became ${tokensAfter}`);
  },
});
const client = new Anthropic({
  apiKey: apiKey ?? 'none',
  middleware: [adapter.middleware],
  ...(apiKey === undefined ? { fetch: fakeModel } : {}),
});

const readLog = {
  name: 'read_log',
  description: 'The log of a build, by its number from 1 to 12.',
  input_schema: {
    type: 'object' as const,
    properties: { build: { type: 'integer' } },
    required: ['build'],
  },
  parse: (input: unknown) => input as { build: number },
  run({ build }: { build: number }) {
    const lines = Array.from({ length: 150 }, (_, line) => `step ${line} of build ${build}: ok`);
    return [...lines, `Error: build ${build} needs gate_${build}`].join('\n');
  },
};

/** Builds that were read. A report of old messages has no calls to count. */
let build = 0;

const task =
  'Read the logs of the builds 1 to 12, one after the other. What does each of them need?';
const answer = await client.beta.messages.toolRunner({
  model: 'claude-opus-5-5',
  max_tokens: 500,
  messages: [{ role: 'user', content: task }],
  tools: [readLog, adapter.recallTool],
  thread: false,
});
console.log(answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''));

function fakeModel(_url: unknown, init?: RequestInit): Promise<Response> {
  const { messages } = JSON.parse(init?.body as string) as { messages: { role: string }[] };
  build += 1;
  const call = { type: 'tool_use', id: `toolu_${build}`, name: readLog.name, input: { build } };
  const isDone = build > 12;
  return Promise.resolve(
    Response.json({
      type: 'message',
      role: 'assistant',
      content: [isDone ? { type: 'text', text: 'Each needs its gate.' } : call],
      stop_reason: isDone ? 'end_turn' : 'tool_use',
      usage: { input_tokens: Math.ceil(JSON.stringify(messages).length / 4), output_tokens: 20 },
    }),
  );
}
