import { Agent, MemorySession, tool, type AgentInputItem } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { createPalimpsest } from 'palimpsest';
import { describe, expect, test } from 'vitest';
import { openaiAgentsAdapter } from '../src/index.ts';
import { inputsOf, printed, runner, sizeOf } from './agent.ts';

/** The input of each run of a session. */
type Asked = readonly (string | AgentInputItem[])[];

const STRATEGIES = ['salience', 'high-density', 'extractive', 'top-down-truncation'] as const;
const WAYS = ['run', 'stream'] as const;

const user = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content });

const bash = tool({
  name: 'bash',
  description: 'Runs a command.',
  strict: false,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  execute: (input) => printed((input as { at: number }).at),
});

/** Runs one session with `steps` tool calls per input. Returns the items it keeps and the items that were sent. */
async function workedFor(
  asked: Asked,
  steps: number,
  way: (typeof WAYS)[number],
  strategy?: (typeof STRATEGIES)[number],
) {
  const settings = { 'context-limit': 6_000, maxOutputTokens: 200 };
  const { callModelInputFilter, recallTool } = openaiAgentsAdapter(
    strategy === undefined
      ? {}
      : {
          settings: { ...settings, 'compression.strategy': strategy },
          registry: createPalimpsest().registry,
        },
  );
  const session = new MemorySession();
  const sent: AgentInputItem[][] = [];
  for (const [run, input] of asked.entries()) {
    const model = new ScriptedModel([
      ...Array.from({ length: steps }, (_, at) => [
        functionCall('bash', { at: run * 10 + at }, { callId: `call_${run}_${at}` }),
      ]),
      [assistantMessage('Done.')],
    ]);
    const agent = new Agent({ name: 'fixer', model, tools: [bash, recallTool] });
    const how = { session, ...(strategy === undefined ? {} : { callModelInputFilter }) };
    if (way === 'run') await runner().run(agent, input, how);
    else {
      const result = await runner().run(agent, input, { ...how, stream: true });
      for await (const _ of result);
      await result.completed;
    }
    sent.push(...inputsOf(model));
  }
  const kept = await session.getItems();
  return { kept: kept.map((item) => ({ ...item, id: undefined })), sent };
}

const CASES: readonly (readonly [string, Asked, number])[] = [
  ['the same question', ['Fix it.', ...Array.from({ length: 7 }, () => 'And now?')], 2],
  ['long texts', [1, 2, 3].map((at) => `Look at this:\n${printed(at, 200)}`), 5],
  ['several texts at once', [1, 2].map((at) => [user(printed(at, 200)), user(`Fix ${at}.`)]), 5],
];

describe.each(WAYS)('%s', (way) => {
  describe.each(STRATEGIES)('%s', (strategy) => {
    test.each(CASES)(
      'a session keeps the same items as without a filter: %s',
      async (_, asked, steps) => {
        const { kept } = await workedFor(asked, steps, way);
        const filtered = await workedFor(asked, steps, way, strategy);
        expect(filtered.kept).toEqual(kept);
        expect(sizeOf(filtered.sent.at(-1))).toBeLessThan(24_000);
      },
    );
  });
});

test('of an initial conversation that exceeds the window, a session keeps what was sent: one record with each question, and the newest items', async () => {
  const said = Array.from({ length: 10 }, (_, at): AgentInputItem[] => [
    user(`question ${at}\n${printed(at)}`),
    { ...assistantMessage('I saw it.'), id: `m${at}` },
  ]).flat();
  const { kept } = await workedFor([[...said, user('Fix it.')]], 5, 'run', 'salience');
  const users = kept.filter((item) => 'role' in item && item.role === 'user');
  const texts = users.map((item) => ('content' in item ? (item.content as string) : ''));
  const [record, ...newest] = texts;
  for (let at = 0; at < 10; at += 1) {
    const holders = texts.filter((text) => text.includes(`\nquestion ${at}\n`));
    expect([
      at,
      holders.length + newest.filter((text) => text.startsWith(`question ${at}\n`)).length,
    ]).toEqual([at, 1]);
  }
  expect(record).toMatch(/^Only the user’s earlier messages, /);
  expect(newest.filter((text) => text.startsWith('Earlier messages of'))).toEqual([]);
  expect(newest.at(-1)).toBe('Fix it.');
  expect(newest.slice(0, -1)).toEqual(
    said
      .flatMap((item) => ('role' in item && item.role === 'user' ? [item.content] : []))
      .slice(1 - newest.length),
  );
  // What the run did itself is whole.
  const outputs = kept.filter((item) => item.type === 'function_call_result');
  expect(outputs).toHaveLength(5);
  for (const [at, item] of outputs.entries())
    expect(JSON.stringify(item)).toContain(JSON.stringify(printed(at)).slice(1, -1));
});
