import type { AdaptRequest, Adapter } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { mastraAdapter } from '../src/index.ts';
import { createProcessor, readUsage } from '../src/processor.ts';
import { agentOf, countedIn, scripted, shell, WAYS, working } from './agent.ts';

test.each(['generate', 'stream'] as const)(
  '%s: passes model, output limit and tools to the adapter, and reports the token usage',
  async (way) => {
    const reported: [messages: number, usage: UsageStats][] = [];
    const asked: AdaptRequest[] = [];
    const listener = {
      adapt: (_format: string, messages: readonly unknown[], request: AdaptRequest) => {
        asked.push(request);
        const report = (usage: UsageStats) => void reported.push([messages.length, usage]);
        return Promise.resolve({ messages, report });
      },
    } as unknown as Adapter;
    const model = scripted(working(3));
    const adapter = { ...mastraAdapter(), processor: createProcessor(listener, new WeakMap()) };
    const more = { modelSettings: { maxOutputTokens: 77 } };
    await WAYS[way](agentOf(adapter, model, { bash: shell() }), more);
    const counted = model.calls.map(({ prompt }) => {
      const promptTokens = countedIn(prompt);
      const usage = { promptTokens, completionTokens: 5, totalTokens: promptTokens + 5 };
      return [prompt.length, usage];
    });
    expect(reported).toEqual(counted);
    expect(asked[0]).toMatchObject({ model: 'mock-model-id', maxOutputTokens: 77 });
    const [tool] = asked[0]!.overhead!.tools as object[];
    expect(tool).toMatchObject({
      name: 'bash',
      description: 'Runs a command.',
      inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
    });
  },
);

const finish = (usage: unknown) => [{ type: 'finish', payload: { output: { usage } } }];

test('returns the usage only if it has input tokens', () => {
  expect(readUsage([])).toBeUndefined();
  expect(readUsage([{ type: 'finish', payload: null }])).toBeUndefined();
  expect(readUsage(finish({ outputTokens: 3 }))).toBeUndefined();
  expect(readUsage(finish({ inputTokens: 9, cachedInputTokens: 4 }))).toEqual({
    promptTokens: 9,
    completionTokens: 0,
    totalTokens: 9,
    cachedTokens: 4,
  });
});
