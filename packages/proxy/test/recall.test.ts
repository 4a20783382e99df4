import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { describe, expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { CLIENTS, type Client } from './clients.ts';
import { messagesOf, startModel, startProvider, type Received } from './provider.ts';
import { serve } from './serve.ts';

const RESULT = Array.from({ length: 400 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');
const WINDOW = { compression: { contextLimit: 16_000, settings: { maxOutputTokens: 500 } } };
const SHELL = { name: 'bash', input: { command: 'cat' } };

/** Returns the id before a shortened result in a request. */
function idIn(request: Received): string | undefined {
  return /#([\da-f]{8})(?!\.)/.exec(JSON.stringify(messagesOf(request)))?.[1];
}

/** How the model looks something up. */
interface Lookup {
  readonly isMixed: boolean;
  readonly isSearch?: boolean;
}

/** Runs a session whose model looks up the first id that it sees, alone or together with another call. */
async function runSession(client: Client, isStream: boolean, { isMixed, isSearch }: Lookup) {
  let recalledAt: number | undefined;
  const model = await startModel((request, at) => {
    const id = idIn(request);
    if (id === undefined || recalledAt !== undefined) {
      return { text: `Step ${at}.`, calls: [{ id: `call_${at}`, ...SHELL }] };
    }
    recalledAt = at;
    const recall = isSearch
      ? { id: 'call_search', name: 'search_history', input: { query: '783981' } }
      : { id: 'call_recall', name: 'recall', input: { id, offset: 100, limit: 3 } };
    return {
      text: 'I look it up.',
      calls: isMixed ? [recall, { id: `call_${at}`, ...SHELL }] : [recall],
    };
  });
  const reports: RequestReport[] = [];
  const proxy = await serve(model.url, {
    ...WINDOW,
    ...(isSearch ? { tools: ['recall', 'search_history'] as const } : {}),
    onRequest: (one) => reports.push(one),
  });
  const history: object[] = [client.user('Read it.')];
  for (let turn = 0; turn < 12; turn += 1) {
    const { messages, calls } = await client.ask(proxy.url, history, isStream);
    history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
  }
  return { requests: model.requests, reports, history, recalledAt: recalledAt! };
}

describe.each(CLIENTS)('a recall call of a model over $name', (client) => {
  describe.each([true, false])('with streams %s', (isStream) => {
    test('is answered in a further request, and the client never sees it', async () => {
      const run = await runSession(client, isStream, { isMixed: false });
      const { requests, reports, history, recalledAt } = run;
      expect(JSON.stringify(history)).not.toContain('"recall"');
      expect(client.check(history)).toEqual([]);
      const answered = messagesOf(requests[recalledAt + 1]!);
      expect(JSON.stringify(answered.at(-1))).toContain('line 99: 783981');
      expect(reports.filter(({ answeredCalls }) => answeredCalls === 1)).toHaveLength(1);
      // Its answer to the client has the texts of both responses.
      const shown = JSON.stringify(history);
      expect(shown).toContain('I look it up.');
      expect(shown).toContain(`Step ${recalledAt + 1}.`);
      for (const request of requests) expect(client.check(messagesOf(request))).toEqual([]);
    });

    test('stays in the history of later requests', async () => {
      const { requests, recalledAt } = await runSession(client, isStream, { isMixed: false });
      const next = messagesOf(requests[recalledAt + 2]!);
      const before = messagesOf(requests[recalledAt + 1]!);
      expect(next.slice(0, before.length)).toEqual(before);
      // Nothing of the client is lost: its newest result is the last message of each request.
      for (const [at, request] of requests.entries()) {
        if (at === 0 || at === recalledAt + 1) continue;
        const turn = at > recalledAt ? at - 2 : at - 1;
        expect(JSON.stringify(messagesOf(request).at(-1))).toContain(` of ${turn}"`);
      }
    });

    test.each(['one', 'two'] as const)(
      'that ends in a text stays in later requests, of %s recalls',
      async (count) => {
        let recalls = count === 'one' ? 1 : 2;
        let recalledAt = 0;
        const model = await startModel((request, at) => {
          const id = idIn(request);
          const isLast = JSON.stringify(messagesOf(request).at(-1)).includes('line 99');
          if (isLast && recalls === 0) return { text: 'It says 783981.' };
          if (id === undefined || recalls === 0) {
            return { text: `Step ${at}.`, calls: [{ id: `call_${at}`, ...SHELL }] };
          }
          recalls -= 1;
          recalledAt = at;
          const input = { id, offset: 100, limit: 3 };
          return {
            text: `I look ${recalls}.`,
            calls: [{ id: `own_${at}`, name: 'recall', input }],
          };
        });
        const options = { ...WINDOW, originals: memoryOriginals(), sessions: memorySessions() };
        const history: object[] = [client.user('Read it.')];
        for (let turn = 0; turn < 12; turn += 1) {
          // Each request meets a new process.
          const proxy = await serve(model.url, options);
          const { messages, calls } = await client.ask(proxy.url, history, isStream);
          const next =
            calls.length === 0
              ? [client.user('What else?')]
              : client.results(calls, turn < 9 ? `${RESULT} of ${turn}` : 'short');
          history.push(...messages, ...next);
        }
        const sent = model.requests.map((request) => messagesOf(request));
        for (const messages of sent) expect(client.check(messages)).toEqual([]);
        const before = sent[recalledAt + 1]!;
        const next = sent[recalledAt + 2]!;
        expect(JSON.stringify(before.at(-1))).toContain('line 99: 783981');
        expect(next.slice(0, before.length)).toEqual(before);
        // The answer of the model stands once, and the client's next question after it.
        const rest = JSON.stringify(next.slice(before.length));
        expect(rest).toContain('It says 783981.');
        expect(rest).not.toContain('I look');
        expect(rest).toContain('What else?');
      },
    );

    test('together with a call of the client is answered with its result', async () => {
      const { requests, history, recalledAt } = await runSession(client, isStream, {
        isMixed: true,
      });
      expect(JSON.stringify(history)).not.toContain('"recall"');
      const next = JSON.stringify(messagesOf(requests[recalledAt + 1]!));
      expect(next).toContain('line 99: 783981');
      for (const request of requests) expect(client.check(messagesOf(request))).toEqual([]);
    });
  });

  test.each([true, false])(
    'may search, together with a call of the client: %s',
    async (isMixed) => {
      const lookup = { isMixed, isSearch: true };
      const { requests, history, recalledAt } = await runSession(client, true, lookup);
      expect(JSON.stringify(history)).not.toContain('search_history');
      const next = JSON.stringify(messagesOf(requests[recalledAt + 1]!));
      expect(next).toContain('search_history');
      expect(next).toContain('line 99: 783981');
      for (const request of requests) expect(client.check(messagesOf(request))).toEqual([]);
    },
  );

  test('may ask for the room that is left', async () => {
    const left = { id: 'call_left', name: 'context_left', input: {} };
    const model = await startModel((_request, at) =>
      at === 0 ? { text: 'I look.', calls: [left] } : { text: 'Done.' },
    );
    const proxy = await serve(model.url, { ...WINDOW, tools: ['context_left'] });
    const { messages } = await client.ask(proxy.url, [client.user('Hello.')], true);
    expect(JSON.stringify(messages)).not.toContain('context_left');
    expect(JSON.stringify(messagesOf(model.requests[1]!).at(-1))).toMatch(/\d+ of \d+ are left/);
  });

  test('leaves a call of a tool that was not offered to the client', async () => {
    const called = { id: 'call_1', name: 'search_history', input: { query: 'x' } };
    const model = await startModel(() => ({ text: 'I search.', calls: [called] }));
    const proxy = await serve(model.url, {});
    const { calls } = await client.ask(proxy.url, [client.user('Hello.')], true);
    expect(calls.map(({ name }) => name)).toEqual(['search_history']);
  });

  test('is not offered when the list of tools is empty', async () => {
    const model = await startModel(() => ({ text: 'Done.' }));
    const proxy = await serve(model.url, { tools: [] });
    await client.ask(proxy.url, [client.user('Hello.')], true);
    expect(model.requests[0]!.bytes.toString()).not.toContain('recall');
  });
});

test('a response that is cut off after a recall passes as far as it came', async () => {
  const recall = { functionCall: { name: 'recall', args: { id: '00000000' } } };
  const candidates = [
    { content: { role: 'model', parts: [{ text: 'I look. ' }, recall] }, finishReason: 'STOP' },
    { content: { role: 'model', parts: [{ text: 'It says' }] } },
  ];
  const provider = await startProvider((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ candidates: [candidates.shift()] }));
  });
  const { url } = await serve(provider.url);
  const body = JSON.stringify({
    contents: [{ role: 'user', parts: [{ text: 'What did it say?' }] }],
    tools: [{ functionDeclarations: [{ name: 'bash' }] }],
  });
  const path = '/v1beta/models/m:generateContent';
  const response = await fetch(url + path, { method: 'POST', body });
  expect(await response.json()).toEqual({
    candidates: [
      { content: { role: 'model', parts: [{ text: 'I look. ' }, { text: 'It says' }] } },
    ],
  });
  expect(provider.requests).toHaveLength(2);
});
