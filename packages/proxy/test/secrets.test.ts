import { memoryOriginals, type OriginalsStore } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { sqliteSessions } from '@palimpsest/originals/sessions';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { SECRETS } from '../../originals/test/secret-kinds.ts';
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

test.each(CLIENTS)(
  'no file has one of 300 secrets of 30 kinds in a session over $name, and a new process sends them as before',
  async (each) => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    const database = new DatabaseSync(join(folder, 'sessions.sqlite'));
    onTestFinished(() => {
      database.close();
      rmSync(folder, { recursive: true });
    });
    const options = {
      originals: fileOriginals(folder),
      sessions: sqliteSessions(database),
      compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
    };
    const model = await startModel((_, at) => ({
      calls: [{ id: `call_${at}`, name: 'bash', input: { command: 'cat' } }],
    }));
    const secrets = Object.values(SECRETS).map((make, kind) =>
      Array.from({ length: 10 }, (_, seed) => make(10 * kind + seed)),
    );
    const history: object[] = [each.user(`Use ${secrets[0]!.join(' and ')}.`)];
    for (const some of [...secrets.slice(1), []]) {
      const { url } = await serve(model.url, options);
      const { messages, calls } = await each.ask(url, history, true);
      const lines = LINES.map((line, at) => (at % 20 === 7 ? `key: ${some[(at / 20) | 0]}` : line));
      history.push(...messages, ...each.results(calls, lines.join('\n')));
    }
    const texts = model.requests.map((request) => JSON.stringify(messagesOf(request)));
    const same = texts.filter((text, at) => text.startsWith((texts[at - 1] ?? '').slice(0, -1)));
    expect(same.length).toBeGreaterThan(0.5 * texts.length);
    expect(texts.at(-1)!.length).toBeLessThan(0.7 * JSON.stringify(history).length);
    const written = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'latin1'))
      .join();
    const values = secrets.flat().map((secret) => secret.split('\n').at(-2) ?? secret);
    const isSent = (value: string): boolean => texts.slice(15).some((text) => text.includes(value));
    expect(values.filter((value) => isSent(value)).length).toBeGreaterThan(200);
    expect(values.filter((value) => written.includes(value.slice(-16)))).toEqual([]);
  },
);
