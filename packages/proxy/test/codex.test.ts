import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { messagesOf, startModel, type Body } from './provider.ts';
import { serve } from './serve.ts';

const client = CLIENTS.find(({ name }) => name === 'openai-responses')!;
const TOOLS = [{ type: 'function', name: 'bash', parameters: { type: 'object' }, strict: false }];

function itemsOf(turns: number, from = 0): readonly Body[] {
  return Array.from({ length: turns }, (_, turn) => {
    const call_id = `call_${from + turn}`;
    const output = Array.from({ length: 80 }, (_line, at) => `line ${at} of ${call_id}`).join('\n');
    return [
      { type: 'function_call', call_id, name: 'bash', arguments: '{"command":"cat"}' },
      { type: 'function_call_output', call_id, output },
    ];
  }).flat();
}

async function post(url: string, input: readonly object[], stream: boolean): Promise<string> {
  const body = JSON.stringify({ model: 'm', tools: TOOLS, store: false, stream, input });
  const headers = { 'session-id': 'one', 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/responses`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return await response.text();
}

const PROMPT = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read.' }] };

test.each([true, false])(
  'a compaction of Codex is answered without the provider, and its item is opened later, when streams are %s',
  async (stream) => {
    const model = await startModel(() => ({ text: 'Done.' }));
    const { url } = await serve(model.url);
    const system = { type: 'message', role: 'developer', content: 'Be brief.' };
    const whole = [system, PROMPT, ...itemsOf(20)];
    const text = await post(url, [...whole, { type: 'compaction_trigger' }], stream);
    expect(model.requests).toHaveLength(0);
    const json = stream ? /"response":(\{.*"completed".*\})/.exec(text)![1]! : text;
    const start = json.indexOf('{"type":"compaction"');
    const item = JSON.parse(json.slice(start, json.indexOf('}', start) + 1)) as Body;
    expect(item['encrypted_content']).toMatch(/^palimpsest:/);

    // Codex keeps its instructions, the messages of the user, and the item.
    const later = [system, PROMPT, item, ...itemsOf(1, 20)];
    await post(url, later, stream);
    const [request] = model.requests;
    const sent = messagesOf(request!);
    expect(client.check(sent)).toEqual([]);
    // The words of the user stand once: in the record.
    expect(sent[0]).toEqual(system);
    expect(JSON.stringify(sent[1])).toContain('\\n\\nThe user wrote:\\nRead.\\n');
    expect(sent.map(({ role }) => role).slice(1)).toEqual([
      'user',
      ...sent.slice(2).map(() => undefined),
    ]);
    expect(sent.slice(1)).not.toContainEqual(system);
    expect(JSON.stringify(sent)).not.toContain('palimpsest:');
    expect(JSON.stringify(sent).length).toBeLessThan(0.75 * JSON.stringify(whole).length);
    expect(sent.slice(-2)).toEqual(itemsOf(1, 20));
  },
);

test('a compaction of a history with reasoning is answered without the provider', async () => {
  const model = await startModel(() => ({ text: 'Done.' }));
  const { url } = await serve(model.url);
  const reasoned = Array.from({ length: 20 }, (_, turn) => [
    { type: 'reasoning', id: `rs_${turn}`, summary: [], encrypted_content: `opaque ${turn}` },
    ...itemsOf(1, turn),
  ]).flat();
  await post(url, [PROMPT, ...reasoned], false);
  const text = await post(url, [PROMPT, ...reasoned, { type: 'compaction_trigger' }], false);
  expect(model.requests).toHaveLength(1);
  const { output } = JSON.parse(text) as { output: readonly object[] };
  await post(url, [PROMPT, ...output, ...itemsOf(1, 20)], false);
  const sent = messagesOf(model.requests[1]!);
  expect(client.check(sent)).toEqual([]);
  expect(JSON.stringify(sent).length).toBeLessThan(0.75 * JSON.stringify(reasoned).length);
});

test('a message of the user that a record repeats in part stays, after the instructions', async () => {
  const model = await startModel(() => ({ text: 'Done.' }));
  const { url } = await serve(model.url);
  const system = { type: 'message', role: 'developer', content: 'Be brief.' };
  const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} of the log, which is long`);
  const long = { type: 'message', role: 'user', content: lines.join('\n') };
  const whole = [system, long, PROMPT, ...itemsOf(20), { type: 'compaction_trigger' }];
  const { output } = JSON.parse(await post(url, whole, false)) as { output: readonly object[] };
  await post(url, [system, long, PROMPT, ...output, ...itemsOf(1, 20)], false);
  const sent = messagesOf(model.requests[0]!);
  expect(sent.slice(0, 2)).toEqual([system, long]);
  expect(JSON.stringify(sent[2])).toContain('\\nRead.\\n');
  expect(sent.slice(1)).not.toContainEqual(system);
  expect(sent).not.toContainEqual(PROMPT);
});

test('what a compaction removed can be recalled and searched with its item, and by nobody without it', async () => {
  const asked = { limit: 2, offset: 40 };
  const model = await startModel((request) => {
    const text = JSON.stringify(messagesOf(request));
    const id = /#([\da-f]{8})/.exec(text)?.[1] ?? stolen;
    if (text.includes('"search_history"')) return { text: 'Done.' };
    stolen = id;
    return {
      calls: [
        { id: 'own_1', name: 'recall', input: { id, ...asked } },
        { id: 'own_2', name: 'search_history', input: { query: 'line 40' } },
      ],
    };
  });
  let stolen: string | undefined;
  const { url } = await serve(model.url, { tools: ['recall', 'search_history'] });
  let text = await post(url, [PROMPT, ...itemsOf(20), { type: 'compaction_trigger' }], false);
  let { output } = JSON.parse(text) as { output: readonly object[] };
  const answersOf = async (input: readonly object[]): Promise<string> => {
    await post(url, input, false);
    return JSON.stringify(messagesOf(model.requests.at(-1)!).slice(-2));
  };
  const answers = await answersOf([PROMPT, ...output, ...itemsOf(1, 20)]);
  expect(answers).toMatch(/line 40 of call_\d+.*passage.*line 40/);

  // A compaction of what an item holds knows its originals, too.
  text = await post(
    url,
    [PROMPT, ...output, ...itemsOf(20, 20), { type: 'compaction_trigger' }],
    false,
  );
  ({ output } = JSON.parse(text) as { output: readonly object[] });
  expect(await answersOf([PROMPT, ...output, ...itemsOf(1, 40)])).toMatch(/line 40 of call_0\b/);

  const without = await answersOf([PROMPT, ...itemsOf(1, 50)]);
  expect(without).not.toContain('line 40 of call_0');
  expect(without).toContain(`Unknown id ${stolen}`);
});

test('an item of the proxy is opened after a restart', async () => {
  const model = await startModel(() => ({ text: 'Done.' }));
  const first = await serve(model.url);
  const trigger = { type: 'compaction_trigger' };
  const text = await post(first.url, [PROMPT, ...itemsOf(20), trigger], false);
  const { output } = JSON.parse(text) as { output: readonly object[] };
  const second = await serve(model.url);
  await post(second.url, [PROMPT, ...output, ...itemsOf(1, 20)], false);
  expect(client.check(messagesOf(model.requests[0]!))).toEqual([]);
});

test('a trigger goes to the provider if nothing becomes shorter', async () => {
  const model = await startModel(() => ({ text: 'Done.' }));
  const { url } = await serve(model.url, { tools: [] });
  await post(url, [PROMPT, { type: 'compaction_trigger' }], false);
  expect(messagesOf(model.requests[0]!)).toHaveLength(2);
});
