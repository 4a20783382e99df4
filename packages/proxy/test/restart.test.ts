import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { messagesOf, startModel } from './provider.ts';
import { serve } from './serve.ts';

const RESULT = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');

test.each(CLIENTS)('a restart keeps what was sent over $name', async (client) => {
  const model = await startModel((_, at) => ({
    calls: [{ id: `call_${at}`, name: 'bash', input: { command: 'cat' } }],
  }));
  const options = {
    originals: memoryOriginals(),
    sessions: memorySessions(),
    compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
  };
  const history: object[] = [client.user('Read it.')];
  for (let turn = 0; turn < 12; turn += 1) {
    // Each request meets a new process.
    const proxy = await serve(model.url, options);
    const { messages, calls } = await client.ask(proxy.url, history, true);
    history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
  }
  const sent = model.requests.map((request) => messagesOf(request));
  expect(JSON.stringify(sent.at(-1)!).length).toBeLessThan(0.7 * JSON.stringify(history).length);
  const stable = sent.filter((messages, at) => {
    const before = JSON.stringify(sent[at - 1] ?? []).slice(0, -1);
    return JSON.stringify(messages).startsWith(before);
  });
  expect(stable.length).toBeGreaterThan(7);
});
