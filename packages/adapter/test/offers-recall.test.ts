import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';

const log = (build: number): string =>
  Array.from({ length: 60 }, (_, line) => `step ${line} of build ${build}: ${line * 7_919}`).join(
    '\n',
  );

const messages = [
  { role: 'user', content: 'Read the logs of all builds.' },
  ...Array.from({ length: 40 }, (_, build) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `call_${build}`,
          type: 'function',
          function: { name: 'read_log', arguments: `{"build":${build}}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `call_${build}`, content: log(build) },
  ]).flat(),
];

const toolOf = (name: string): object => ({ type: 'function', function: { name, parameters: {} } });

test.each([
  ['has ids', [toolOf('read_log'), toolOf('recall')], true],
  ['has no ids', [toolOf('read_log')], false],
  ['has ids if the tools are not known', undefined, true],
])('a request %s by which its model can recall', async (_, tools, hasIds) => {
  const adapter = createAdapter({ settings: { 'context-limit': 16_000 } });
  const { messages: sent, outcome } = await adapter.adapt('openai', messages, {
    overhead: { tools },
  });
  expect(outcome?.kind).not.toBe('unchanged');
  expect(/#[\da-f]{8}/.test(JSON.stringify(sent))).toBe(hasIds);
});
