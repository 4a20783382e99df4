import { describe, expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import type { RequestReport } from '../src/index.ts';
import { CLIENTS, type Client } from './clients.ts';
import { messagesOf, respondWith, startModel, startProvider } from './provider.ts';
import { serve } from './serve.ts';

for (const client of CLIENTS) {
  // The client runs each call that it gets.
  describeGuard(`the proxy over ${client.name}`, async ({ task, settings, next, run }) => {
    const model = await startModel((request, at) => {
      const call = next(messagesOf(request));
      return call === undefined
        ? { text: 'Done.' }
        : { text: `Step ${at}.`, calls: [{ id: `call_${at}`, ...call }] };
    });
    const { 'context-limit': contextLimit, ...others } = settings;
    const proxy = await serve(model.url, {
      compression: { contextLimit: Number(contextLimit), settings: others },
    });
    const history: object[] = [client.user(task)];
    for (;;) {
      const { messages, calls } = await client.ask(proxy.url, history, true);
      history.push(...messages);
      if (calls.length === 0) break;
      for (const call of calls) history.push(...client.results([call], run(call.name, undefined)));
    }
    return [...model.requests.map(messagesOf), history].flatMap((sent) => client.check(sent));
  });
}

const COPY = { name: 'Write', input: { content: 'a\n…12\n' } };
const READ = { name: 'Read', input: { file_path: 'a' } };
const RESULT = Array.from({ length: 200 }, (_, line) => `ok ${line} passed`).join('\n');

/** Runs a session whose model reads until something was taken out, and then makes the calls of a list, one list for each request; or is busy. */
async function playResponses(
  client: Client,
  isStream: boolean,
  responses: readonly (object[] | 'busy')[],
) {
  const steps = Array.from({ length: 12 }, () => [READ]);
  const script = [...steps, ...responses];
  const model = await startProvider((request, response) => {
    const at = model.requests.length - 1;
    const made = script[at] ?? [];
    if (made === 'busy') return response.writeHead(429).end('{}');
    const calls = made.map((call, of) => ({ id: `call_${at}_${of}`, ...call }) as never);
    return respondWith({ text: `Step ${at}.`, calls }, request, response);
  });
  const reports: RequestReport[] = [];
  const proxy = await serve(model.url, {
    compression: { contextLimit: 6_000, settings: { maxOutputTokens: 200 } },
    onRequest: (report) => reports.push(report),
  });
  const history: object[] = [client.user('Move the files.')];
  const ran: string[] = [];
  for (;;) {
    const { messages, calls } = await client.ask(proxy.url, history, isStream);
    history.push(...messages);
    if (calls.length === 0) break;
    ran.push(...calls.map(({ name }) => name));
    history.push(...client.results(calls, RESULT));
  }
  for (const request of model.requests) expect(client.check(messagesOf(request))).toEqual([]);
  return { ran: ran.slice(steps.length), history, reports, requests: model.requests };
}

describe.each(CLIENTS)('a call over $name that copies a mark', (client) => {
  describe.each([true, false])('with streams %s', (isStream) => {
    test('is not seen by the client, and stays in later requests with its error', async () => {
      const run = await playResponses(client, isStream, [[COPY], [READ], []]);
      expect(run.ran).toEqual(['Read']);
      const shown = JSON.stringify(run.history);
      expect(shown).not.toContain('…12');
      expect(shown).toContain('Step 12.');
      expect(shown).toContain('Step 13.');
      expect(JSON.stringify(messagesOf(run.requests.at(-1)!))).toContain('The call did not run.');
      const counted = run.reports.flatMap(({ copiedMarks }) => copiedMarks ?? []);
      expect(counted).toEqual([{ stopped: 1, passed: 0 }]);
      expect(run.reports.every(({ answeredCalls }) => answeredCalls === 0)).toBe(true);
    });

    test('passes when the model insists after two errors, and the report says so', async () => {
      const run = await playResponses(client, isStream, [[COPY], [COPY], [COPY], []]);
      expect(run.ran).toEqual(['Write']);
      const counted = run.reports.flatMap(({ copiedMarks }) => copiedMarks ?? []);
      expect(counted).toEqual([{ stopped: 2, passed: 1 }]);
    });

    test('passes when the provider does not take the error', async () => {
      const run = await playResponses(client, isStream, [[COPY], 'busy', [READ], []]);
      expect(run.ran).toEqual(['Write', 'Read']);
      expect(run.requests).toHaveLength(16);
      const counted = run.reports.flatMap(({ copiedMarks }) => copiedMarks ?? []);
      expect(counted).toEqual([{ stopped: 0, passed: 1 }]);
    });

    test('together with another one is answered with the result of that one', async () => {
      const run = await playResponses(client, isStream, [[COPY, READ], [READ, COPY], []]);
      expect(run.ran).toEqual(['Read', 'Read']);
      expect(JSON.stringify(run.history)).not.toContain('…12');
      const last = JSON.stringify(messagesOf(run.requests.at(-1)!));
      expect(last.match(/The call did not run\./g)).toHaveLength(2);
    });
  });
});

test('a call of a custom tool gets a result of its kind', async () => {
  const patch = { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '+a\n…12\n' };
  const done = { type: 'message', role: 'assistant', content: [], status: 'completed' };
  const provider = await startProvider((_request, response) => {
    const output = provider.requests.length === 1 ? [patch] : [done];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'r', object: 'response', status: 'completed', output }));
  });
  const proxy = await serve(provider.url, {
    compression: { contextLimit: 6_000, settings: { maxOutputTokens: 200 } },
  });
  const read = Array.from({ length: 12 }, (_, at) => [
    { type: 'function_call', call_id: `c${at}`, name: 'Read', arguments: '{"file_path":"a"}' },
    { type: 'function_call_output', call_id: `c${at}`, output: RESULT },
  ]);
  const input = [{ role: 'user', content: 'Go.' }, ...read.flat()];
  const tools = [{ type: 'custom', name: 'apply_patch' }];
  const body = JSON.stringify({ model: 'm', input, tools });
  const answer = await fetch(`${proxy.url}/v1/responses`, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ output: [done] });
  expect(messagesOf(provider.requests[1]!).slice(-2)).toEqual([
    patch,
    {
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: expect.stringContaining('The call did not run.'),
    },
  ]);
});

test('a response that is cut off in a call passes as far as it came', async () => {
  const [client] = CLIENTS;
  const begun = [
    { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'c', ...COPY },
    },
    { type: 'ping' },
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  ].map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  const provider = await startProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(begun.join(''));
  });
  const proxy = await serve(provider.url, {
    compression: { contextLimit: 6_000, settings: { maxOutputTokens: 200 } },
  });
  const read = Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `c${at}`, name: 'Read', input: {} }] },
    ...client!.results([{ id: `c${at}`, name: 'Read' }], RESULT),
  ]);
  const messages = [client!.user('Go.'), ...read.flat()];
  const tools = [{ name: 'Write', input_schema: {} }];
  const body = JSON.stringify({ model: 'm', stream: true, messages, tools });
  const answer = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body });
  const [start, call, ping, error] = begun;
  // Signs of life pass at once.
  expect(await answer.text()).toBe([start, ping, call, error].join(''));
});
