import { describe, expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, pairProblems, resultsIn, SMALL, working } from './agent.ts';
import { everyPart } from './every-part.ts';
import { promptsOf, run, scripted, VERSIONS, type Message } from './versions.ts';

describe.each(VERSIONS)('every part type of version $version', (version) => {
  const messages = everyPart(version.version);

  test('is valid under `modelMessageSchema`', () => {
    for (const message of messages) {
      const { error } = version.ai.modelMessageSchema.safeParse(message);
      expect([message.role, error]).toEqual([message.role, undefined]);
    }
  });

  test('stays the same object with either hook', async () => {
    const adapter = aiSdkAdapter();
    expect(await adapter.prepareStep({ messages })).toBeUndefined();
    const given: unknown[] = [];
    const sent: unknown[] = [];
    const { transformParams, ...others } = adapter.middleware;
    const middleware: typeof adapter.middleware = {
      ...others,
      async transformParams(call) {
        const params = await transformParams!(call);
        given.push(...call.params.prompt);
        sent.push(...params.prompt);
        return params;
      },
    };
    const model = scripted(version, () => ({ text: 'Seen.' }));
    const how = { version, way: 'stream', hook: 'middleware' } as const;
    await run({ ...how, adapter: { ...adapter, middleware }, model, tools: {}, messages });
    expect(sent.length).toBe(messages.length);
    for (const [at, message] of sent.entries()) expect(message).toBe(given[at]);
  });

  test('stays valid when the messages around it are removed, and keeps failed results unchanged', async () => {
    const adapter = aiSdkAdapter(SMALL);
    const sent: Message[][] = [];
    const watched: typeof adapter = {
      ...adapter,
      async prepareStep(step) {
        const prepared = await adapter.prepareStep(step);
        sent.push(prepared?.messages ?? [...step.messages]);
        return prepared;
      },
    };
    const model = scripted(version, working(14));
    const tools = { bash, recall: adapter.recallTool };
    const how = { version, way: 'generate', hook: 'prepareStep' } as const;
    await run({ ...how, adapter: watched, model, tools, messages });
    expect(sent.length).toBeGreaterThan(14);
    for (const prompt of promptsOf(model)) expect(pairProblems(prompt)).toEqual([]);
    for (const prompt of sent) {
      await version.standardize({ messages: prompt });
      const results = resultsIn(prompt);
      const failed = ['a', 'c'].filter((id) => results.has(id));
      const given = resultsIn(messages);
      expect(failed.map((id) => results.get(id))).toEqual(failed.map((id) => given.get(id)));
    }
  });
});
