import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, pairProblems, shownIds, sizeOf, SMALL, TASK, working } from './agent.ts';
import { promptsOf, run, RUNS, scripted, VERSIONS, type Message } from './versions.ts';

/** Returns the messages that each step of a run gets and sends. */
async function stepsOf(version: (typeof VERSIONS)[number]) {
  const adapter = aiSdkAdapter(SMALL);
  const model = scripted(version, working(14));
  const steps: { given: Message[]; sent: Message[] }[] = [];
  const watched: typeof adapter = {
    ...adapter,
    async prepareStep(step) {
      const prepared = await adapter.prepareStep(step);
      steps.push({ given: [...step.messages], sent: prepared?.messages ?? [...step.messages] });
      return prepared;
    },
  };
  const tools = { bash, recall: adapter.recallTool };
  const how = { version, way: 'generate', hook: 'prepareStep' } as const;
  const { answers } = await run({ ...how, adapter: watched, model, tools, messages: [TASK] });
  return { adapter, steps, model, tools, answers };
}

describe.each(VERSIONS)('version $version', (version) => {
  test('sends only messages that the checks of the AI SDK accept', async () => {
    const { steps } = await stepsOf(version);
    for (const { sent } of steps) {
      await version.standardize({ messages: sent });
      for (const message of sent) {
        expect(version.ai.modelMessageSchema.safeParse(message).success).toBe(true);
      }
      expect(sent.map(({ role }) => role)).not.toContain('system');
    }
  });

  test('sends the same messages again, or one record and the newest objects of the step', async () => {
    const { steps } = await stepsOf(version);
    let before: readonly Message[] = [];
    let rewrites = 0;
    for (const { given, sent } of steps) {
      const isContinued = isDeepStrictEqual(sent.slice(0, before.length), before);
      before = sent;
      if (isContinued) continue;
      rewrites += 1;
      const [record, ...tail] = sent;
      expect(record!.role).toBe('user');
      expect(JSON.stringify(record)).toContain('Make the build green. Never touch main.');
      expect(shownIds(record).length).toBeGreaterThan(0);
      expect(tail.length).toBeGreaterThan(1);
      for (const [at, message] of given.slice(-tail.length).entries()) {
        expect(tail[at]).toBe(message);
      }
    }
    expect(rewrites).toBeGreaterThan(0);
    expect(rewrites).toBeLessThan(steps.length / 2);
  });

  test('prepares the same step equally again, and leaves its own output unchanged', async () => {
    const { adapter, steps } = await stepsOf(version);
    const { given, sent } = steps.at(-1)!;
    expect(sizeOf(sent)).toBeLessThan(24_000);
    expect((await adapter.prepareStep({ messages: given }))?.messages ?? given).toEqual(sent);
    expect(await adapter.prepareStep({ messages: sent })).toBeUndefined();
  });

  test('the next run on the full history starts with the messages that were sent before', async () => {
    const { adapter, steps, tools, answers } = await stepsOf(version);
    const model = scripted(version, () => ({ text: 'It is.' }));
    const messages: Message[] = [TASK, ...answers, { role: 'user', content: 'Is it green?' }];
    let sent: readonly Message[] = [];
    const watched: typeof adapter = {
      ...adapter,
      async prepareStep(step) {
        const prepared = await adapter.prepareStep(step);
        sent = prepared?.messages ?? step.messages;
        return prepared;
      },
    };
    const how = { version, way: 'generate', hook: 'prepareStep' } as const;
    await run({ ...how, adapter: watched, model, tools, messages });
    const before = steps.at(-1)!.sent;
    expect(sent.slice(0, before.length)).toEqual(before);
    expect(sent.length).toBe(before.length + 2);
  });
});

test.each(RUNS)('$name: sends messages that fit unchanged', async (how) => {
  const given = { prepareStep: 0, changed: 0 };
  const adapter = aiSdkAdapter();
  const watched: typeof adapter = {
    ...adapter,
    async prepareStep(step) {
      given.prepareStep += 1;
      const prepared = await adapter.prepareStep(step);
      if (prepared !== undefined) given.changed += 1;
      return prepared;
    },
  };
  const model = scripted(how.version, working(3));
  const plain = scripted(how.version, working(3));
  await run({ ...how, adapter: watched, model, tools: { bash }, messages: [TASK] });
  const off = { ...how, hook: 'prepareStep' as const, more: { prepareStep: undefined } };
  await run({ ...off, adapter, model: plain, tools: { bash }, messages: [TASK] });
  expect(promptsOf(model)).toEqual(promptsOf(plain));
  expect(given).toEqual({ prepareStep: how.hook === 'prepareStep' ? 4 : 0, changed: 0 });
});

test.each(VERSIONS)('version $version: `ToolLoopAgent` accepts the same hook', async (version) => {
  const adapter = aiSdkAdapter(SMALL);
  const model = scripted(version, working(14));
  const tools = { bash, recall: adapter.recallTool };
  const { prepareStep } = adapter;
  const agent = new version.ai.ToolLoopAgent({ model, tools, prepareStep });
  const { text } = await agent.generate({ messages: [TASK] });
  expect(text).toBe('The build is green.');
  const prompts = promptsOf(model);
  expect(shownIds(prompts)).not.toEqual([]);
  for (const prompt of prompts) expect(pairProblems(prompt)).toEqual([]);
});
