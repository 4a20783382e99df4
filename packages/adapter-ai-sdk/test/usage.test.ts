import type { Adapter } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { createMiddleware } from '../src/middleware.ts';
import { createPrepareStep } from '../src/prepare-step.ts';
import { readUsage } from '../src/usage-stats.ts';
import { bash, TASK, working } from './agent.ts';
import { HOOKS, promptsOf, run, RUNS, scripted } from './versions.ts';

/** An adapter that changes nothing, and records each reported usage with the number of messages. */
function listener() {
  const reported: [messages: number, usage: UsageStats][] = [];
  const adapter = {
    adapt: (_format: string, messages: readonly unknown[]) =>
      Promise.resolve({
        messages,
        report: (usage: UsageStats) => void reported.push([messages.length, usage]),
      }),
  } as unknown as Adapter;
  return { adapter, reported };
}

test.each(RUNS)('$name: reports the token usage that the provider counted', async (how) => {
  const { adapter, reported } = listener();
  const model = scripted(how.version, working(3));
  const hooks = { middleware: createMiddleware(adapter), prepareStep: createPrepareStep(adapter) };
  await run({ ...how, adapter: hooks as never, model, tools: { bash }, messages: [TASK] });
  const counted = promptsOf(model).map((prompt) => {
    const promptTokens = 10 + Math.ceil(JSON.stringify(prompt).length / 3);
    const usage = { promptTokens, completionTokens: 5, totalTokens: promptTokens + 5 };
    return [prompt.length, { ...usage, cachedTokens: 10, cacheCreationTokens: 0 }];
  });
  // `prepareStep`, the first hook, does not run after the last step, so the usage of that step is not reported.
  expect(reported).toEqual(how.hook === HOOKS[0] ? counted.slice(0, -1) : counted);
});

test('passes on stream parts before the end, and reports no usage of a cancelled stream', async () => {
  const { adapter, reported } = listener();
  const { wrapStream } = createMiddleware(adapter);
  let pulled = 0;
  const stream = new ReadableStream(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue({ type: 'text-delta', id: '1', delta: `${pulled}` });
      },
    },
    { highWaterMark: 0 },
  );
  const watched = await wrapStream!({ doStream: async () => ({ stream }), params: {} } as never);
  const reader = watched.stream.getReader();
  expect(await reader.read()).toMatchObject({ value: { delta: '1' }, done: false });
  expect(pulled).toBeLessThan(4);
  await reader.cancel();
  expect(reported).toEqual([]);
});

test('reads the usage of version 2 language models', () => {
  const usage = { inputTokens: 9, outputTokens: 2, totalTokens: 11, cachedInputTokens: 4 };
  expect(readUsage(usage)).toEqual({
    promptTokens: 9,
    completionTokens: 2,
    totalTokens: 11,
    cachedTokens: 4,
  });
});

test('returns `undefined` for missing or invalid counts', () => {
  expect(readUsage(undefined)).toBeUndefined();
  expect(readUsage({})).toBeUndefined();
  expect(readUsage({ inputTokens: { total: undefined }, outputTokens: {} })).toBeUndefined();
  expect(readUsage({ inputTokens: Number.NaN })).toBeUndefined();
});
