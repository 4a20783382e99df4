import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiAdapter } from '../src/index.ts';
import { resultOf, SMALL, TASK } from './agent.ts';
import { scriptedChat } from './scripted-api.ts';

type Messages = OpenAI.ChatCompletionMessageParam[];

const request = (messages: Messages) => ({ model: 'gpt-5', messages });
/** Larger than the context window. */
const long: Messages = [
  { role: 'user', content: TASK },
  ...Array.from({ length: 9 }, (_, step): Messages => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${step}`, type: 'function', function: { name: 'bash', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: `c${step}`, content: resultOf(step) },
  ]).flat(),
];

test('a retry of the client sends the same body', async () => {
  const bodies: unknown[] = [];
  const busy = new Response('{}', { status: 429, headers: { 'retry-after-ms': '1' } });
  const api = scriptedChat(() => ({ text: 'Done.' }));
  const adapter = openaiAdapter({
    ...SMALL,
    fetch: async (...given) => {
      bodies.push(given[1]?.body);
      return bodies.length === 1 ? busy : await api.fetch(...given);
    },
  });
  const { chat } = new OpenAI({ apiKey: 'none', fetch: adapter.fetch });
  await chat.completions.create(request(long));
  expect(bodies).toHaveLength(2);
  expect(JSON.stringify(api.sent[0]!.messages).length).toBeLessThan(
    JSON.stringify(long).length / 2,
  );
  expect(bodies[1]).toBe(bodies[0]);
});
