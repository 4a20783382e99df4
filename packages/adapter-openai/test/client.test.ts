import type { PreparedFacts } from '@palimpsest/adapter';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiAdapter } from '../src/index.ts';
import type { OpenAIAdapterOptions } from '../src/openai-adapter.ts';
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

function refuse(): never {
  throw new Error('no');
}

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

test.each([false, true])(
  'corrects the estimates by the reported token usage (streamed: %s)',
  async (stream) => {
    const tokens = async (usage: object): Promise<number[]> => {
      const counted: number[] = [];
      const api = scriptedChat(() => ({ text: resultOf(1) }), usage);
      const onPrepared: OpenAIAdapterOptions['onPrepared'] = ({ tokensBefore }) =>
        counted.push(tokensBefore);
      const adapter = openaiAdapter({ onPrepared, fetch: api.fetch });
      const { chat } = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: adapter.fetch });
      const messages: Messages = [{ role: 'user', content: TASK }];
      for (let turn = 0; turn < 4; turn += 1) {
        const runner = stream
          ? chat.completions.stream({
              ...request(messages),
              stream_options: { include_usage: true },
            })
          : chat.completions.runTools({ ...request(messages), tools: [adapter.recallTool] });
        messages.push(
          { role: 'assistant', content: await runner.finalContent() },
          { role: 'user', content: 'Go on.' },
        );
      }
      return counted;
    };
    const few = await tokens({ prompt_tokens: 10, completion_tokens: 1 });
    const many = await tokens({ prompt_tokens: 9_000, completion_tokens: 1 });
    expect(many.at(-1)).toBeGreaterThan(few.at(-1)!);
  },
);

test('sends nothing when the client aborts during preparation', async () => {
  const api = scriptedChat(() => ({ text: 'Done.' }));
  const giving = new AbortController();
  const errors: unknown[] = [];
  const pinned = (): boolean => {
    giving.abort();
    return false;
  };
  const { fetch } = openaiAdapter({
    ...SMALL,
    pinned,
    onError: (error) => errors.push(error),
    fetch: api.fetch,
  });
  const { chat } = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch });
  const answer = chat.completions.create(request(long), { signal: giving.signal });
  await expect(answer).rejects.toThrow(OpenAI.APIUserAbortError);
  expect([errors, api.sent]).toEqual([[], []]);
});

test('a request that cannot be prepared fails with its cause, or is sent unchanged when `onError` is set', async () => {
  const api = scriptedChat(() => ({ text: 'Done.' }));
  const strict = openaiAdapter({ ...SMALL, pinned: refuse, fetch: api.fetch });
  const { chat } = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: strict.fetch });
  await expect(chat.completions.create(request(long))).rejects.toMatchObject({
    cause: { message: 'no' },
  });
  expect(api.sent).toEqual([]);

  const heard: unknown[] = [];
  const onError = (error: unknown) => void heard.push(error);
  const lenient = openaiAdapter({ ...SMALL, pinned: refuse, onError, fetch: api.fetch });
  const other = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: lenient.fetch });
  await other.chat.completions.create(request(long));
  expect(heard).toEqual([new Error('no')]);
  expect(api.sent[0]!.messages).toEqual(long);
});

test('calls `onPrepared` with the model and the message counts of a request', async () => {
  const heard: PreparedFacts[] = [];
  const api = scriptedChat(() => ({ text: 'Done.' }));
  const adapter = openaiAdapter({
    ...SMALL,
    onPrepared: (_outcome, facts) => void heard.push(facts),
    fetch: api.fetch,
  });
  const { chat } = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: adapter.fetch });
  await chat.completions.create(request(long));
  expect(heard).toEqual([
    { model: 'gpt-5', messagesBefore: long.length, messagesAfter: api.sent[0]!.messages.length },
  ]);
});
