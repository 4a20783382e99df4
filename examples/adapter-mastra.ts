import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { mastraAdapter } from '@palimpsest/adapter-mastra';

// An agent of Mastra in a small window. With OPENAI_API_KEY a real model works, else a fake one.
const adapter = mastraAdapter({
  settings: { 'context-limit': 8_000, maxOutputTokens: 500 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => {
    if (kind !== 'unchanged') console.log(`${kind}: ${tokensBefore} tokens became ${tokensAfter}`);
  },
});

const readLog = createTool({
  id: 'readLog',
  description: 'The log of a build, by its number from 1 to 12.',
  inputSchema: { type: 'object', properties: { build: { type: 'integer' } }, required: ['build'] },
  execute: (input) => {
    const { build } = input as { build: number };
    const lines = Array.from({ length: 150 }, (_, line) => `step ${line} of build ${build}: ok`);
    return Promise.resolve([...lines, `Error: build ${build} needs gate_${build}`].join('\n'));
  },
});

const agent = new Agent({
  id: 'reader',
  name: 'Reader',
  instructions: 'Read the logs one after the other, and say what each build needs.',
  model: process.env['OPENAI_API_KEY'] === undefined ? fakeModel() : 'openai/gpt-5-mini',
  tools: { readLog, recall: adapter.recallTool },
  inputProcessors: [adapter.processor],
});
const { text } = await agent.generate('What do the builds 1 to 12 need?', { maxSteps: 20 });
console.log(text);

function fakeModel(): MastraModelConfig {
  let build = 0;
  const model: unknown = new MastraLanguageModelV2Mock({
    doGenerate: ({ prompt }) => {
      build += 1;
      const inputTokens = Math.ceil(JSON.stringify(prompt).length / 4);
      const isDone = build > 12;
      const call = {
        toolCallId: `call_${build}`,
        toolName: 'readLog',
        input: `{"build":${build}}`,
      };
      return Promise.resolve({
        content: [isDone ? { type: 'text', text: 'Its gate.' } : { type: 'tool-call', ...call }],
        finishReason: isDone ? 'stop' : 'tool-calls',
        usage: { inputTokens, outputTokens: 20, totalTokens: inputTokens + 20 },
        warnings: [],
      });
    },
  });
  return model as MastraModelConfig;
}
