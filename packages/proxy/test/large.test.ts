import { once } from 'node:events';
import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { CLIENTS } from './clients.ts';
import { messagesOf, startModel, startProvider } from './provider.ts';
import { serve } from './serve.ts';

const MEGABYTE = 1_048_576;
const TOOLS = [{ type: 'function', name: 'bash', parameters: { type: 'object' } }];

function askResponses(url: string, input: string, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ model: 'm', stream: true, tools: TOOLS, input });
  return fetch(`${url}/v1/responses`, { method: 'POST', body, ...(signal && { signal }) });
}

test('a long event reaches the client before its end, and what follows it is read', async () => {
  const begun = new AbortController();
  const hasBegun = once(begun.signal, 'abort');
  const usage = { input_tokens: 10, output_tokens: 7, total_tokens: 17 };
  const completed = { type: 'response.completed', response: { output: [], usage } };
  const image = `: comment\n\ndata: {"sequence_number":0,"image":"${'A'.repeat(12 * MEGABYTE)}`;
  const rest = `"}\n\ndata: ${JSON.stringify({ ...completed, sequence_number: 1 })}\n\n`;
  const provider = await startProvider(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(image);
    await hasBegun;
    response.end(rest);
  });
  const reports: RequestReport[] = [];
  const { url } = await serve(provider.url, { onRequest: (report) => reports.push(report) });
  const { body } = await askResponses(url, 'Draw it.');
  const received: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body!) {
    received.push(chunk);
    length += chunk.length;
    if (length > 10 * MEGABYTE) begun.abort();
  }
  expect(Buffer.concat(received).equals(Buffer.from(image + rest))).toBe(true);
  expect(reports).toMatchObject([{ usage: { completionTokens: 7 } }]);
});

test.each(CLIENTS)(
  'a conversation of $name that grows large goes on in the proxy for large requests',
  async (client) => {
    const model = await startModel((_, at) => ({
      text: `Step ${at}.`,
      calls: [{ id: `call_${at}`, name: 'bash', input: { command: `cat ${at}` } }],
    }));
    const reports: string[] = [];
    const options = {
      compression: { contextLimit: 60_000 },
      originals: memoryOriginals(),
      sessions: memorySessions(),
    };
    const large = await serve(model.url, { ...options, onRequest: () => reports.push('large') });
    const { url } = await serve(model.url, {
      ...options,
      onRequest: () => reports.push('small'),
      forLarge: async () => large.url,
    });
    const history: object[] = [client.user('Read every file. Never touch c.txt.')];
    for (let turn = 0; turn < 24; turn += 1) {
      const { messages, calls } = await client.ask(url, history, true);
      const lines = Array.from(
        { length: 420 },
        (_, line) => `line ${line} of ${turn}: ${line * 7919}`,
      );
      history.push(...messages, ...client.results(calls, lines.join('\n').repeat(2)));
    }
    expect(new Set(reports)).toEqual(new Set(['small', 'large']));
    expect(reports.join()).not.toContain('large,small');
    // The first large request begins as the last small one, unless it is compressed.
    const sent = model.requests.map((request) =>
      messagesOf(request).map((one) => JSON.stringify(one)),
    );
    const breaks = sent.filter((messages, at) =>
      sent[at - 1]?.some((one, index) => one !== messages[index]),
    );
    expect(breaks.length).toBeGreaterThan(0);
    expect(breaks.length).toBeLessThan(8);
    for (const { bytes } of model.requests) expect(bytes.length).toBeLessThan(300_000);
    expect(sent.at(-1)!.join('\n')).toContain('Never touch c.txt.');
  },
);

test('without a proxy for large requests now, this one answers; with one that is gone, the response says so', async () => {
  const provider = await startProvider((_, response) => response.end('{}'));
  const input = 'a '.repeat(200_000);
  const own = await serve(provider.url, { forLarge: async () => undefined });
  expect((await askResponses(own.url, input)).status).toBe(200);
  const gone = await serve(provider.url, { forLarge: async () => 'http://127.0.0.1:1' });
  const response = await askResponses(gone.url, input);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('The request could not be sent on: ECONNREFUSED.'),
  ]);
  expect(provider.requests).toHaveLength(1);
});

test('a client that goes away ends its large request to the provider', async () => {
  const aborting = new AbortController();
  let ended: Promise<unknown> | undefined;
  const provider = await startProvider((_, response) => {
    ended = once(response, 'close');
    aborting.abort();
  });
  const large = await serve(provider.url);
  const { url } = await serve(provider.url, { forLarge: async () => large.url });
  await expect(askResponses(url, 'a '.repeat(200_000), aborting.signal)).rejects.toThrow('aborted');
  await ended;
  expect(provider.requests).toHaveLength(1);
});
