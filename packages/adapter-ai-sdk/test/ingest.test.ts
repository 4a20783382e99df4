import { jsonSchema, type Tool } from 'ai';
import { describe, expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, printed, resultsIn, shownIds, TASK, working } from './agent.ts';
import { promptsOf, run, RUNS, scripted } from './versions.ts';

const LONG = printed(1, 2_000);
const adapterOf = () => aiSdkAdapter({ when: 'ingest' });
const inputSchema = jsonSchema<object>({ type: 'object' });
const call = { toolCallId: 'a', input: { command: 'make test-1' } };

const modelOutputOf = async (own: object, output: unknown): Promise<unknown> =>
  await (own as Tool).toModelOutput!({ ...call, output });

describe.each(RUNS)('$name', (how) => {
  test('reduces a tool result before the model first sees it', async () => {
    const adapter = adapterOf();
    const work = working(1);
    const model = scripted(how.version, work);
    const long = { ...bash, execute: () => LONG };
    const tools = adapter.ingest({ bash: long, recall: adapter.recallTool });
    const { answers } = await run({ ...how, adapter, model, tools, messages: [TASK] });
    const prompts = promptsOf(model);
    const { value } = resultsIn(prompts[1]!).get('call_1') as { value: string };
    expect(value.length).toBeLessThan(LONG.length / 4);
    expect(value).toContain('gate_1 has no tariff');
    expect(shownIds(value)).toHaveLength(1);
    // The sent prefix does not change, and the recalled text is not reduced again.
    expect(prompts[2]!.slice(0, 3)).toEqual(prompts[1]);
    const recalled = resultsIn(answers).get('call_2') as { value: string };
    expect(recalled.value).toContain('lines 1 to 200 of 2001');
    expect(recalled.value).toContain('ok 199 of suite 1 passed');
  });
});

test('keeps the other properties of a wrapped tool, and does not modify the given tools', () => {
  const { ingest } = adapterOf();
  const given = { bash };
  const { bash: wrapped } = ingest(given);
  expect({ ...wrapped, toModelOutput: undefined }).toEqual({ ...bash, toModelOutput: undefined });
  expect(given.bash).toBe(bash);
  expect(bash).not.toHaveProperty('toModelOutput');
});

test('wraps a single tool', async () => {
  const output = await modelOutputOf(adapterOf().ingest('bash', bash), LONG);
  expect(shownIds(output)).toHaveLength(1);
});

test('converts a small output as the AI SDK does', async () => {
  const { bash: wrapped } = adapterOf().ingest({ bash });
  expect(await modelOutputOf(wrapped, 'fine')).toEqual({ type: 'text', value: 'fine' });
  expect(await modelOutputOf(wrapped, { code: 0, at: undefined })).toEqual({
    type: 'json',
    value: { code: 0 },
  });
  expect(await modelOutputOf(wrapped, undefined)).toEqual({ type: 'json', value: null });
});

test('reduces the output of a `toModelOutput` of the tool, and keeps its options and media', async () => {
  const { ingest } = adapterOf();
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  const picture = { type: 'file-data', data: 'aGk=', mediaType: 'image/png' };
  const toolReturning = (output: object): Tool => ({
    inputSchema,
    execute: () => LONG,
    toModelOutput: () => output as never,
  });
  const { text, mixed } = ingest({
    text: toolReturning({ type: 'text', value: LONG, providerOptions }),
    mixed: toolReturning({ type: 'content', value: [{ type: 'text', text: LONG }, picture] }),
  });
  const output = (await modelOutputOf(text, '')) as { value: string };
  expect(output).toMatchObject({ type: 'text', providerOptions });
  expect(output.value.length).toBeLessThan(LONG.length / 4);
  const content = (await modelOutputOf(mixed, '')) as { value: [{ text: string }, object] };
  expect(content.value[0].text.length).toBeLessThan(LONG.length / 4);
  expect(content.value[1]).toBe(picture);
});

test('returns the same output if it reports an error or a denial, or is short', async () => {
  const picture = { type: 'file-data', data: 'aGk=', mediaType: 'image/png' };
  const outputs = [
    { type: 'text', value: 'fine' },
    { type: 'content', value: [{ type: 'text', text: 'fine' }, picture] },
    { type: 'error-text', value: LONG },
    { type: 'error-json', value: { message: LONG } },
    { type: 'execution-denied', reason: LONG },
  ];
  for (const output of outputs) {
    const own = { inputSchema, toModelOutput: () => output as never };
    expect(await modelOutputOf(adapterOf().ingest({ own }).own, '')).toBe(output);
  }
});

test('returns the recall tool and provider-executed tools unchanged', () => {
  const { ingest, recallTool } = adapterOf();
  const search = { type: 'provider', id: 'openai.web_search', args: {}, inputSchema } as never;
  const wrapped = ingest({ recall: recallTool, search });
  expect(wrapped.recall).toBe(recallTool);
  expect(wrapped.search).toBe(search);
});
