import { jsonSchema, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

/** Example tool; use your own. */
export const bash = tool({
  description: 'Runs a command.',
  inputSchema: jsonSchema<{ command: string }>({
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
  }),
  execute: ({ command }) =>
    Array.from({ length: 300 }, (_, line) => `ok ${line} of ${command} passed`).join('\n'),
});

/** Example model; use your own. It works three steps, recalls what it misses, and ends. */
export function makeModel(): MockLanguageModelV4 {
  let step = 0;
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      step += 1;
      const total = Math.ceil(JSON.stringify(prompt).length / 4);
      const [, id = ''] = /#([\da-f]{8})/.exec(JSON.stringify(prompt)) ?? [];
      const [toolName, input] =
        step === 4
          ? ['recall', { id, offset: 300, limit: 1 }]
          : ['bash', { command: `make test-${step}` }];
      const call = { toolCallId: `call_${step}`, toolName, input: JSON.stringify(input) };
      const isDone = step === 5;
      return Promise.resolve({
        content: [isDone ? { type: 'text', text: 'All green.' } : { type: 'tool-call', ...call }],
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
