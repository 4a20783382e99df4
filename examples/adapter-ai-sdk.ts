import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { gateway, generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

// An agent of the AI SDK in a small window. With AI_GATEWAY_API_KEY a real model works, else a fake one.
const adapter = aiSdkAdapter({
  settings: { 'context-limit': 8_000, maxOutputTokens: 500 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => {
    if (kind !== 'unchanged') console.log(`${kind}: ${tokensBefore} tokens became ${tokensAfter}`);
  },
});

const readLog = tool({
  description: 'The log of a build, by its number from 1 to 12.',
  inputSchema: jsonSchema<{ build: number }>({
    type: 'object',
    properties: { build: { type: 'integer' } },
    required: ['build'],
  }),
  execute: ({ build }) => {
    const lines = Array.from({ length: 150 }, (_, line) => `step ${line} of build ${build}: ok`);
    return `${lines.join('\n')}\nError: build ${build} needs gate_${build}`;
  },
});

const hasKey = process.env['AI_GATEWAY_API_KEY'] !== undefined;
const model = hasKey ? gateway('anthropic/claude-sonnet-4.5') : fakeModel();
const { text } = await generateText({
  model: wrapLanguageModel({ model, middleware: adapter.middleware }),
  tools: { readLog, recall: adapter.recallTool },
  stopWhen: stepCountIs(20),
  prompt: 'Read the logs of the builds 1 to 12, one after the other. What does each of them need?',
});
console.log(text);

function fakeModel() {
  let build = 0;
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      build += 1;
      const total = Math.ceil(JSON.stringify(prompt).length / 4);
      const isDone = build > 12;
      const call = {
        toolCallId: `call_${build}`,
        toolName: 'readLog',
        input: `{"build":${build}}`,
      };
      return Promise.resolve({
        content: [isDone ? { type: 'text', text: 'Its gate.' } : { type: 'tool-call', ...call }],
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 20, text: 20, reasoning: 0 },
        },
        warnings: [],
      });
    },
  });
}
