import Anthropic from '@anthropic-ai/sdk';
import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { describe, expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { CLIENTS, type Client } from './clients.ts';
import { messagesOf, respondWith, startModel, startProvider, type Received } from './provider.ts';
import { serve } from './serve.ts';

const RESULT = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');
/** The window is far larger than the session: nothing but the tool compresses it. */
const COMPRESSION = { contextLimit: 200_000, settings: { maxOutputTokens: 500 } };
const TOOLS = ['recall', 'compact_context'] as const;
const SHELL = { name: 'bash', input: { command: 'cat' } };
const KEPT = 'line 150: 1187850';
/** Turn in which the model asks for a compression. */
const ASKED = 6;

const compactCall = {
  id: 'call_compact',
  name: 'compact_context',
  input: { reason: 'The files are read.', keep: [`/of 2\\b/`] },
};

interface SessionPlan {
  /** What the model does after the compression. */
  readonly goesOnWith: 'a call' | 'a text';
  readonly isStream?: boolean;
  /** Starts a new process before each request. */
  readonly restarts?: boolean;
}

/** Runs a session whose model asks for a compression once, and then goes on. */
async function runSession(client: Client, plan: SessionPlan) {
  const { goesOnWith, isStream = true, restarts = false } = plan;
  const model = await startModel((_request, at) => {
    if (at === ASKED) return { text: 'I compact.', calls: [compactCall] };
    if (at === ASKED + 1 && goesOnWith === 'a text') return { text: 'It is short now.' };
    return { text: `Step ${at}.`, calls: [{ id: `call_${at}`, ...SHELL }] };
  });
  const reports: RequestReport[] = [];
  const options = {
    compression: COMPRESSION,
    tools: TOOLS,
    originals: memoryOriginals(),
    sessions: memorySessions(),
    onRequest: (one: RequestReport) => reports.push(one),
  };
  let proxy = await serve(model.url, options);
  const history: object[] = [client.user('Read it.')];
  for (let turn = 0; turn < 9; turn += 1) {
    if (restarts) proxy = await serve(model.url, options);
    const { messages, calls } = await client.ask(proxy.url, history, isStream);
    const next =
      calls.length === 0 ? [client.user('Go on.')] : client.results(calls, `${RESULT} of ${turn}`);
    history.push(...messages, ...next);
  }
  return { history, reports, requests: model.requests };
}

const textOf = (request: Received): string => JSON.stringify(messagesOf(request));

describe.each(CLIENTS)('a compression that a model of $name asks for', (client) => {
  describe.each(['a call', 'a text'] as const)(
    'and after which it goes on with %s',
    (goesOnWith) => {
      test.each([true, false])(
        'shortens the request that answers it, with streams %s',
        async (isStream) => {
          const { history, reports, requests } = await runSession(client, { goesOnWith, isStream });
          expect(JSON.stringify(history)).not.toContain('compact_context');
          const [asked, answered] = [requests[ASKED]!, requests[ASKED + 1]!];
          expect(textOf(answered).length).toBeLessThan(0.7 * textOf(asked).length);
          expect(JSON.stringify(messagesOf(answered).at(-1))).toContain('shortened before');
          for (const request of requests) expect(client.check(messagesOf(request))).toEqual([]);
          expect(reports[ASKED]).toMatchObject({ answeredCalls: 1, isShortened: true });
        },
      );

      test('keeps what the call names', async () => {
        const { requests } = await runSession(client, { goesOnWith });
        for (const request of requests.slice(ASKED)) expect(textOf(request)).toContain(KEPT);
        expect(textOf(requests[ASKED + 1]!).split(KEPT).length).toBeLessThan(ASKED);
      });

      test.each([false, true])(
        'is what later requests begin with, restarts %s',
        async (restarts) => {
          const { requests } = await runSession(client, { goesOnWith, restarts });
          const answered = messagesOf(requests[ASKED + 1]!);
          const later = requests.slice(ASKED + 2).map(messagesOf);
          expect(later.length).toBeGreaterThan(1);
          for (const messages of later) {
            expect(messages.slice(0, answered.length)).toEqual(answered);
          }
          expect(JSON.stringify(later.at(-1)!.at(-1))).toContain(' of 7"');
        },
      );
    },
  );

  test('is not offered unless the option says so', async () => {
    const model = await startModel(() => ({ text: 'Done.' }));
    const proxy = await serve(model.url, {});
    await client.ask(proxy.url, [client.user('Hello.')], true);
    expect(model.requests[0]!.bytes.toString()).not.toContain('compact_context');
  });

  test('together with a call of the client shortens the request with both results', async () => {
    const model = await startModel((_request, at) => ({
      calls: [...(at === ASKED ? [compactCall] : []), { id: `call_${at}`, ...SHELL }],
    }));
    const proxy = await serve(model.url, { compression: COMPRESSION, tools: TOOLS });
    const history: object[] = [client.user('Read it.')];
    for (let turn = 0; turn < 8; turn += 1) {
      const { messages, calls } = await client.ask(proxy.url, history, true);
      history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
    }
    expect(JSON.stringify(history)).not.toContain('compact_context');
    const [asked, next] = [model.requests[ASKED]!, model.requests[ASKED + 1]!];
    expect(textOf(next).length).toBeLessThan(0.8 * textOf(asked).length);
    for (const request of model.requests) expect(client.check(messagesOf(request))).toEqual([]);
  });

  test('leaves the session alone if the provider refuses the shortened request', async () => {
    let at = -1;
    const model = await startProvider((request, response) => {
      at += 1;
      if (at !== ASKED + 1) {
        const calls = at === ASKED ? [compactCall] : [{ id: `call_${at}`, ...SHELL }];
        respondWith({ calls }, request, response);
        return;
      }
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"messages.3: reasoning does not match"}}');
    });
    const proxy = await serve(model.url, { compression: COMPRESSION, tools: TOOLS });
    const history: object[] = [client.user('Read it.')];
    let given: readonly object[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      given = [...history];
      const { messages, calls } = await client.ask(proxy.url, history, true);
      history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
    }
    const before = messagesOf(model.requests[ASKED]!);
    const again = messagesOf(model.requests[ASKED + 2]!);
    expect(again.slice(0, before.length)).toEqual(before);
    expect(messagesOf(model.requests.at(-1)!)).toEqual(JSON.parse(JSON.stringify(given)));
  });
});

test('a compression lasts when Claude Code moves its marks of the prompt cache', async () => {
  const model = await startModel((_request, at) => {
    if (at === ASKED) return { calls: [compactCall] };
    return at === ASKED + 1 ? { text: 'Done.' } : { calls: [{ id: `call_${at}`, ...SHELL }] };
  });
  const proxy = await serve(model.url, { compression: COMPRESSION, tools: TOOLS });
  const client = new Anthropic({ apiKey: 'sk', baseURL: proxy.url, maxRetries: 0 });
  const cache_control = { type: 'ephemeral' as const };
  const history: Anthropic.MessageParam[] = [
    { role: 'user', content: [{ type: 'text', text: 'Read it.' }] },
  ];
  const ask = async (): Promise<Anthropic.ContentBlock[]> => {
    // The newest two messages of the user have a mark.
    let marks = 2;
    const marked = history.toReversed().map((message): Anthropic.MessageParam => {
      if (message.role !== 'user' || typeof message.content === 'string' || marks === 0)
        return message;
      marks -= 1;
      const last = message.content.at(-1) as Anthropic.ToolResultBlockParam;
      return { ...message, content: [...message.content.slice(0, -1), { ...last, cache_control }] };
    });
    const { content } = await client.messages.create({
      model: 'scripted',
      max_tokens: 500,
      tools: [{ name: 'bash', input_schema: { type: 'object' } }],
      messages: marked.toReversed(),
    });
    return content;
  };
  for (let turn = 0; turn < 9; turn += 1) {
    const content = await ask();
    const results = content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: `${RESULT} of ${turn}` }]
        : [],
    );
    const next = results.length === 0 ? [{ type: 'text' as const, text: 'Go on.' }] : results;
    history.push({ role: 'assistant', content }, { role: 'user', content: next });
  }
  const answered = messagesOf(model.requests[ASKED + 1]!);
  for (const request of model.requests.slice(ASKED + 2)) {
    expect(messagesOf(request).slice(0, answered.length)).toEqual(answered);
    expect(textOf(request).split('cache_control').length - 1).toBeLessThanOrEqual(2);
  }
});
