import { expect, test } from 'vitest';
import { adkAdapter } from '../../src/adk/index.ts';
import { output } from '../work.ts';
import { drive, ScriptedLlm } from './scripted-agent.ts';

const settings = { 'compression.ingestTokens': 200 };

test('stores large results reduced in the session, and recalls the original', async () => {
  const { afterToolCallback, recallTool } = adkAdapter({ settings });
  const model = new ScriptedLlm({ steps: 2 });
  const { session } = await drive({ model, tools: [recallTool], afterToolCallback });
  for (const contents of model.seen.slice(1, -1)) {
    const { response } = contents[2]!.parts!.at(-1)!.functionResponse!;
    expect(JSON.stringify(response).length).toBeLessThan(output(0).length / 2);
  }
  const stored = session.events.flatMap(
    ({ content }) => content?.parts?.flatMap((part) => part.functionResponse ?? []) ?? [],
  );
  expect(stored.map(({ name }) => name)).toEqual(['bash', 'bash', 'recall']);
  expect(stored[2]!.response!['output']).toContain(output(0));
});

test.each([
  ['a record', (at: number) => ({ output: output(at), exitCode: 1 }), 'result', 'exitCode: 1'],
  ['a text under its name', (at: number) => ({ error: output(at) }), 'error', '#'],
])('a reduced result that was %s is a text', async (_, resultOf, name, said) => {
  const { afterToolCallback, recallTool } = adkAdapter({ settings });
  const model = new ScriptedLlm({ steps: 1, recalls: false });
  const { session } = await drive(
    { model, tools: [recallTool], afterToolCallback },
    { bash: () => resultOf(0) },
  );
  const [stored] = session.events.flatMap(
    ({ content }) => content?.parts?.flatMap((part) => part.functionResponse ?? []) ?? [],
  );
  expect(Object.keys(stored!.response!)).toEqual([name]);
  expect(stored!.response![name]).toMatch(/^#[\da-f]{8}/);
  expect(stored!.response![name]).toContain(said);
});

test('returns `undefined` for a short result', async () => {
  const { afterToolCallback } = adkAdapter({ settings });
  const response = { result: 'short' };
  const asked = { tool: { name: 'bash' }, args: {}, context: {}, response } as never;
  expect(await afterToolCallback(asked)).toBeUndefined();
});
