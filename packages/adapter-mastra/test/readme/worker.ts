import type { MastraModelConfig } from '@mastra/core/llm';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';

/** Example tool; use your own. */
export const bash = createTool({
  id: 'bash',
  description: 'Runs a command.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  execute: (input) => {
    const { command } = input as { command: string };
    const lines = Array.from({ length: 300 }, (_, line) => `ok ${line} of ${command} passed`);
    return Promise.resolve(lines.join('\n'));
  },
});

/** Example model; use your own. It works three steps, recalls what it misses, and ends. */
export function makeModel(): MastraModelConfig {
  let step = 0;
  const model: unknown = new MastraLanguageModelV2Mock({
    doGenerate: ({ prompt }) => {
      step += 1;
      const inputTokens = Math.ceil(JSON.stringify(prompt).length / 4);
      const [, id = ''] = /#([\da-f]{8})/.exec(JSON.stringify(prompt)) ?? [];
      const [toolName, input] =
        step === 4
          ? ['recall', { id, offset: 300, limit: 1 }]
          : ['bash', { command: `make test-${step}` }];
      const call = { toolCallId: `call_${step}`, toolName, input: JSON.stringify(input) };
      const isDone = step === 5;
      return Promise.resolve({
        content: [isDone ? { type: 'text', text: 'All green.' } : { type: 'tool-call', ...call }],
        finishReason: isDone ? 'stop' : 'tool-calls',
        usage: { inputTokens, outputTokens: 20, totalTokens: inputTokens + 20 },
        warnings: [],
      });
    },
  });
  return model as MastraModelConfig;
}
