import { jsonSchema, type Tool } from 'ai';
import { describe, expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, printed, resultsIn, SMALL, TASK } from './agent.ts';
import { promptsOf, run, RUNS, scripted, type Script } from './versions.ts';

const STEPS = 14;
const COPY = { path: 'b.txt', content: 'ok 0 of suite 1 passed\n…119\n' };
const WHOLE = { path: 'b.txt', content: printed(1) };

const inputSchema = jsonSchema<{ content: string }>({ type: 'object' });

/** A tool that writes, and what it wrote. */
function writer() {
  const written: string[] = [];
  const write: Tool<{ content: string }, string> = {
    inputSchema,
    execute: ({ content }) => {
      written.push(content);
      return 'written';
    },
  };
  return { write, written };
}

/** Reads until something is taken out, then writes: a copied mark, and the whole once that failed. */
const copying: Script = (prompt, call) => {
  if (call <= STEPS) return { toolName: 'bash', input: { command: `make test-${call}` } };
  if (call === STEPS + 1) return { toolName: 'write', input: COPY };
  const failed = resultsIn(prompt).get(`call_${STEPS + 1}`) as { type: string };
  const isStopped = failed.type === 'error-text';
  if (call === STEPS + 2 && isStopped) return { toolName: 'write', input: WHOLE };
  return { text: 'Done.' };
};

describe.each(RUNS)('$name', (how) => {
  test('a call that copies a mark gets an error, and the model writes the whole', async () => {
    const adapter = aiSdkAdapter(SMALL);
    const { write, written } = writer();
    const model = scripted(how.version, copying);
    const tools = adapter.guard({ bash, write, recall: adapter.recallTool });
    await run({ ...how, adapter, model, tools, messages: [TASK] });
    expect(written).toEqual([WHOLE.content]);
    const error = resultsIn(promptsOf(model).at(-1)!).get(`call_${STEPS + 1}`);
    expect(error).toMatchObject({ type: 'error-text' });
    expect(JSON.stringify(error)).toContain('The call did not run. It contains a mark');
  });
});

test.each([
  ['with the guard off', { 'context-limit': 6_000, 'compression.guard': false }],
  ['where nothing was taken out', {}],
])('the call runs %s', async (_name, settings) => {
  const [how] = RUNS;
  const adapter = aiSdkAdapter({ settings });
  const { write, written } = writer();
  const model = scripted(how!.version, copying);
  const tools = adapter.guard({ bash, write });
  await run({ ...how!, adapter, model, tools, messages: [TASK] });
  expect(written).toEqual([COPY.content]);
});

test('the call runs if a person wrote the line', async () => {
  const [how] = RUNS;
  const adapter = aiSdkAdapter(SMALL);
  const { write, written } = writer();
  const model = scripted(how!.version, copying);
  const messages = [{ role: 'user' as const, content: 'Write these lines to b.txt:\n…119\n' }];
  await run({ ...how!, adapter, model, tools: adapter.guard({ bash, write }), messages });
  expect(written).toEqual([COPY.content]);
});

test('keeps the recall tool, tools without `execute`, and the other properties of a tool', async () => {
  const { guard, recallTool } = aiSdkAdapter();
  const client: Tool = { inputSchema };
  const { write } = writer();
  const wrapped = guard({ recallTool, client, write });
  expect(wrapped.recallTool).toBe(recallTool);
  expect(wrapped.client).toBe(client);
  expect({ ...wrapped.write, execute: write.execute }).toEqual(write);
});

test('a tool that streams its output gives the last one', async () => {
  const { guard } = aiSdkAdapter();
  const stream: Tool<object, string> = {
    inputSchema: jsonSchema<object>({ type: 'object' }),
    async *execute() {
      yield 'half';
      yield 'all';
    },
  };
  const { execute } = guard({ stream }).stream;
  const options = { toolCallId: 'a', messages: [] } as never;
  expect(await execute({}, options)).toBe('all');
});
