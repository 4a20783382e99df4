import { memoryOriginals, type OriginalsStore } from '@palimpsest/originals';
import { memorySessions, type SessionStore } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { messagesOf, startModel } from './provider.ts';
import { serve } from './serve.ts';

const RESULT = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');

/** Returns stores on a disk that can be full. */
function disk() {
  const state = { isFull: false };
  const write = <Value>(work: () => Value): Value => {
    if (state.isFull) throw new Error('disk is full');
    return work();
  };
  const [sessions, originals] = [memorySessions(), memoryOriginals()];
  const stores: { readonly sessions: SessionStore; readonly originals: OriginalsStore } = {
    sessions: { ...sessions, commit: (...given) => write(() => sessions.commit(...given)) },
    originals: {
      ...originals,
      put: (...given) => write(() => originals.put(...given)),
      append: (...given) => write(() => originals.append(...given)),
    },
  };
  return { state, stores };
}

test.each(CLIENTS)(
  'with a full disk requests over $name are shortened without storing, and one error says so',
  async (client) => {
    const model = await startModel((_, at) => ({
      calls: [{ id: `call_${at}`, name: 'bash', input: { command: 'cat' } }],
    }));
    const { state, stores } = disk();
    const errors: unknown[] = [];
    const options = {
      ...stores,
      compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
      onError: (error: unknown) => errors.push(error),
    };
    let { url } = await serve(model.url, options);
    const history: object[] = [client.user('Read it.')];
    const ask = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) {
        const { messages, calls } = await client.ask(url, history, true);
        history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
      }
    };
    await ask(3);
    state.isFull = true;
    await ask(13);
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('disk is full') }),
    ]);
    state.isFull = false;
    await ask(1);
    // Another process goes on with what could be stored.
    ({ url } = await serve(model.url, options));
    await ask(1);
    expect(errors).toHaveLength(1);
    const sent = model.requests.map((request) => messagesOf(request));
    expect(JSON.stringify(sent.at(-1)).length).toBeLessThan(0.6 * JSON.stringify(history).length);
    for (const messages of sent) expect(client.check(messages)).toEqual([]);
    const stable = sent.filter((messages, at) => {
      const before = JSON.stringify(sent[at - 1] ?? []).slice(0, -1);
      return JSON.stringify(messages).startsWith(before);
    });
    expect(stable.length).toBeGreaterThan(10);
    expect(stable).toContain(sent.at(-1));
  },
);

test('a proxy whose states are torn goes on, and shortens', async () => {
  const client = CLIENTS[0]!;
  const model = await startModel((request, at) => {
    const id = /#([\da-f]{8})(?!\.)/.exec(JSON.stringify(messagesOf(request)))?.[1];
    const shell = { id: `call_${at}`, name: 'bash', input: { command: 'cat' } };
    const recall = { id: `own_${at}`, name: 'recall', input: { id, limit: 3 } };
    return { calls: id === undefined ? [shell] : [recall, shell] };
  });
  const memory = memorySessions();
  const names = new Set<string>();
  const sessions: SessionStore = {
    ...memory,
    commit: (session, ...change) => (names.add(session), memory.commit(session, ...change)),
  };
  const options = {
    sessions,
    originals: memoryOriginals(),
    compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
  };
  const history: object[] = [client.user('Read it.')];
  for (let turn = 0; turn < 14; turn += 1) {
    const { url } = await serve(model.url, options);
    const { messages, calls } = await client.ask(url, history, true);
    history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
    if (turn % 3 < 2) continue;
    for (const name of names) {
      const { version, state } = (await memory.load(name))!;
      await memory.commit(name, version, {
        version,
        state: state.slice(0, -5),
        parts: [],
        unused: [],
      });
    }
  }
  expect(names.size).toBe(2);
  const last = messagesOf(model.requests.at(-1)!);
  expect(client.check(last)).toEqual([]);
  expect(JSON.stringify(last).length).toBeLessThan(0.7 * JSON.stringify(history).length);
});
