import { expect, test } from 'vitest';
import { adkAdapter } from '../../src/adk/index.ts';
import { output } from '../work.ts';
import { drive, ScriptedLlm } from './scripted-agent.ts';

const settings = { 'compression.ingestTokens': 200 };

test('a session keeps bulky results shorter from the first, and a model recalls the whole', async () => {
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
  ['a record', (at: number) => ({ output: output(at), exitCode: 1 })],
  ['a record that says what failed', (at: number) => ({ error: output(at) })],
])('%s keeps its shape', async (_, resultOf) => {
  const { afterToolCallback, recallTool } = adkAdapter({ settings });
  const model = new ScriptedLlm({ steps: 1, recalls: false });
  const { session } = await drive(
    { model, tools: [recallTool], afterToolCallback },
    { bash: () => resultOf(0) },
  );
  const [stored] = session.events.flatMap(
    ({ content }) => content?.parts?.flatMap((part) => part.functionResponse ?? []) ?? [],
  );
  // Its members as they were; behind them what is left out, and the id to recall it by.
  const members = Object.keys(stored!.response!);
  expect(members.filter((name) => name !== '…')).toEqual(Object.keys(resultOf(0)));
});

test('a short result is the one that came', async () => {
  const { afterToolCallback } = adkAdapter({ settings });
  const response = { result: 'short' };
  const asked = { tool: { name: 'bash' }, args: {}, context: {}, response } as never;
  expect(await afterToolCallback(asked)).toBeUndefined();
});
