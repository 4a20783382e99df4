import { checkOpenAI } from '../../formats/test/checker/check-openai.ts';
import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { openaiAdapter } from '../src/index.ts';
import { BASH, bash, resultOf, SMALL, STEPS, TASK, worker } from './agent.ts';
import { CLIENTS, EACH } from './clients.ts';
import { scriptedChat } from './scripted-api.ts';

type Adapter = Pick<ReturnType<typeof openaiAdapter>, 'fetch' | 'recallTool'>;

async function run(
  client: typeof OpenAI,
  stream: boolean,
  adapterFor: (fetch: typeof globalThis.fetch) => Adapter,
) {
  const api = scriptedChat(({ messages }, turn) => worker(JSON.stringify(messages), turn));
  const { fetch, recallTool } = adapterFor(api.fetch);
  const { chat } = new client({ apiKey: 'none', maxRetries: 0, fetch });
  const request = {
    model: 'gpt-5',
    messages: [{ role: 'user' as const, content: TASK }],
    tools: [{ type: 'function' as const, function: { ...BASH, function: bash } }, recallTool],
  };
  const most = { maxChatCompletions: STEPS + 5 };
  const counted = { stream: true, stream_options: { include_usage: true } } as const;
  const runner = stream
    ? chat.completions.runTools({ ...request, ...counted }, most)
    : chat.completions.runTools(request, most);
  expect(await runner.finalContent()).toBe('Done.');
  return { sent: api.sent, runner };
}

test.each(EACH)(
  'openai %i: sends a tool loop reduced, and the runner keeps the full results (streamed: %s)',
  async (...own) => {
    const [version, stream] = own;
    const { sent, runner } = await run(CLIENTS[version], stream, (fetch) =>
      openaiAdapter({ ...SMALL, fetch }),
    );
    expect(sent).toHaveLength(STEPS + 2);
    for (const { messages } of sent) expect(checkOpenAI(messages)).toEqual([]);
    const largest = Math.max(...sent.map(({ messages }) => JSON.stringify(messages).length));
    expect(largest).toBeLessThan(JSON.stringify(runner.messages).length / 2);

    // The model recalled a text by the id it was shown.
    const answer = sent.at(-1)!.messages.at(-1)!;
    expect(answer.role).toBe('tool');
    expect(answer.content).toContain('ok 60 of suite 0 passed');

    // Each result keeps its error line.
    for (let step = 0; step < STEPS; step += 1) {
      expect(JSON.stringify(sent.at(-1))).toContain(`Error: gate_${step} has no tariff`);
    }

    // The runner keeps the full tool results.
    const results = runner.messages.filter(({ role }) => role === 'tool');
    for (let step = 0; step < STEPS; step += 1) {
      expect(results[step]!.content).toBe(resultOf(step));
    }
  },
);
