import { memoryOriginals, type OriginalsStore } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { messagesOf, startModel } from './provider.ts';
import { serve } from './serve.ts';

// Put together here, so that no file holds what looks like a secret.
const SECRET = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xYz123456'].join('_');
const LINES = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`);
const [client] = CLIENTS;

/** Runs a session whose first result has a secret, which the model then recalls. Returns what was stored and what it got. */
async function runSession(options: { readonly keepSecrets?: boolean }, hasStore = true) {
  let recalledAt: number | undefined;
  const model = await startModel((request, at) => {
    const id = /#([\da-f]{8})(?!\.)/.exec(JSON.stringify(messagesOf(request)))?.[1];
    const shell = { id: `call_${at}`, name: 'bash', input: { command: 'cat' } };
    if (id === undefined || recalledAt !== undefined) return { calls: [shell] };
    recalledAt = at;
    return { calls: [{ id: 'call_recall', name: 'recall', input: { id, offset: 50, limit: 3 } }] };
  });
  const written: unknown[] = [];
  const store = memoryOriginals();
  const watched: OriginalsStore = {
    ...store,
    put: (...given) => (written.push(given), store.put(...given)),
    append: (...given) => (written.push(given), store.append(...given)),
  };
  const proxy = await serve(model.url, {
    ...(hasStore ? { originals: watched } : {}),
    ...options,
    compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
  });
  const history: object[] = [client!.user('Read it.')];
  for (let turn = 0; turn < 10; turn += 1) {
    const { messages, calls } = await client!.ask(proxy.url, history, true);
    const lines = turn === 0 ? LINES.toSpliced(50, 1, `token ${SECRET}`) : LINES;
    history.push(...messages, ...client!.results(calls, `${lines.join('\n')} of ${turn}`));
  }
  const recalled = JSON.stringify(messagesOf(model.requests[recalledAt! + 1]!).at(-1));
  return { written: JSON.stringify(written), recalled, first: model.requests[1]! };
}

test('a store of originals gets no secret, and the model recalls a placeholder', async () => {
  const { written, recalled, first } = await runSession({});
  expect(written).toContain('line 49');
  expect(written).not.toContain(SECRET);
  expect(recalled).toContain('token [secret: GitHub token]');
  // What the client sends goes on as it is.
  expect(JSON.stringify(messagesOf(first))).toContain(SECRET);
});

test('with `keepSecrets`, and in memory, the model recalls what was removed', async () => {
  const kept = await runSession({ keepSecrets: true });
  expect(kept.written).toContain(SECRET);
  expect(kept.recalled).toContain(`token ${SECRET}`);
  const { recalled } = await runSession({}, false);
  expect(recalled).toContain(`token ${SECRET}`);
});
