import type { IContent } from '@palimpsest/core-types';
import { memorySessions, type SessionStore } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { versionOf } from '../../src/session/session-state.ts';
import { createSession, SessionConflictError } from '../../src/session.ts';
import { estimateTokens, exchange, human, registry } from '../orchestrator/session.ts';
import { copyOf, openProcess, share, split, usageOf, type Shared } from './world.ts';

const WINDOW = { 'context-limit': 4_200, maxOutputTokens: 200, 'compression.economics': false };

const ids = 'abcdefghij'.split('');
/** A conversation over the trigger and under the limit. */
const long: readonly IContent[] = [human('Go.'), ...ids.flatMap((id) => exchange(id, 460))];

async function send(shared: Shared, entries: readonly IContent[]) {
  const process = openProcess(shared);
  const prepared = await process.prepare({ ...split(copyOf(entries)), model: 'm' });
  const { history, pending } = prepared.outcome;
  return { ...prepared, process, sent: copyOf([...history, ...pending]) };
}

/** Returns a store that counts its calls, and whose methods can be replaced. */
function counting(): { readonly store: SessionStore; readonly calls: string[] } {
  const memory = memorySessions();
  const calls: string[] = [];
  const store: SessionStore = {
    load: (session) => (calls.push('load'), memory.load(session)),
    parts: (session, given) => (calls.push('parts'), memory.parts(session, given)),
    commit: (...given) => (calls.push('commit'), memory.commit(...given)),
    delete: (session) => memory.delete(session),
  };
  return { store, calls };
}

test('a request loads the state and commits once, also after a compression', async () => {
  const { store, calls } = counting();
  const shared = { ...share(WINDOW), store };
  await send(shared, [human('Go.')]);
  expect(calls.splice(0)).toEqual(['load', 'commit']);
  await send(shared, long);
  expect(calls.splice(0)).toEqual(['load', 'commit']);
  const { report, process } = await send(shared, [...long, ...exchange('k', 20)]);
  expect(calls.splice(0)).toEqual(['load', 'parts', 'commit']);
  report(usageOf(900));
  await process.flush();
  expect(calls).toEqual(['commit']);
});

test('a repeated request sends the same, in any process, and commits nothing', async () => {
  const { store, calls } = counting();
  const shared = { ...share(WINDOW), store };
  const first = await send(shared, long);
  expect(first.outcome.kind).toBe('compressed');
  calls.length = 0;
  const again = await send(shared, long);
  expect(again.sent).toEqual(first.sent);
  expect(again).toMatchObject({
    isRewritten: true,
    outcome: { kind: 'unchanged', reason: 'repeated', tokensAfter: first.outcome.tokensAfter },
  });
  expect(calls).toEqual(['load', 'parts']);
});

test('usage counts once, whichever processes report it', async () => {
  const shared = share({ ...WINDOW, 'context-limit': 40_000 });
  const first = await send(shared, long);
  const again = await send(shared, long);
  const tokens = first.outcome.tokensAfter;
  for (const { report, process } of [first, again, first]) {
    report(usageOf(tokens * 2));
    await process.flush();
  }
  const { outcome } = await send(shared, [...long, ...exchange('k', 20)]);
  const once = share({ ...WINDOW, 'context-limit': 40_000 });
  const only = await send(once, long);
  only.report(usageOf(tokens * 2));
  await only.process.flush();
  const expected = await send(once, [...long, ...exchange('k', 20)]);
  expect(outcome.tokensBefore).toBe(expected.outcome.tokensBefore);
  expect(outcome.tokensBefore).toBeGreaterThan(tokens * 1.2);
});

test('a report after the next request is dropped', async () => {
  const shared = share(WINDOW);
  const { report, process } = await send(shared, [human('Go.')]);
  await send(shared, long);
  const before = await shared.store.load('session');
  report(usageOf(9_000));
  await process.flush();
  expect(await shared.store.load('session')).toEqual(before);
});

test('a conversation that takes another branch keeps what was sent before the branch', async () => {
  const shared = share(WINDOW);
  const done: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'Done.' }] };
  const first = await send(shared, [...long, done, human('Why?')]);
  const other = await send(shared, [...long, done, human('Undo it.')]);
  expect(other.sent.slice(0, -1)).toEqual(first.sent.slice(0, -1));
  expect(other.sent.at(-1)).toEqual(human('Undo it.'));
  expect(other.outcome.kind).toBe('unchanged');
});

test('a failed request changes nothing, and `lastSent` returns what was sent with the new entries', async () => {
  const shared = share(WINDOW);
  const first = await send(shared, long);
  const before = await shared.store.load('session');
  const next = [...long, ...exchange('k', 20)];
  const failing = createSession({
    strategies: registry(),
    estimateTokens: () => {
      throw new Error('no');
    },
    session: { id: 'session', store: shared.store },
  });
  await expect(failing.prepare(split(next))).rejects.toThrow('no');
  expect(await shared.store.load('session')).toEqual(before);
  const sent = await failing.lastSent(split(copyOf(next)));
  expect(copyOf(sent!)).toEqual([...first.sent, ...exchange('k', 20)]);
  expect(await failing.lastSent(split([human('Else.')]))).toBeUndefined();
});

test('a conversation whose part the store lost begins again', async () => {
  const shared = share(WINDOW);
  await send(shared, long);
  const { store } = shared;
  const lossy = {
    ...shared,
    store: { ...store, parts: (_: string, all: readonly string[]) => all.map(() => undefined) },
  };
  const { outcome } = await send(lossy, [...long, ...exchange('k', 20)]);
  expect(outcome.kind).toBe('compressed');
  const again = await send(shared, [...long, ...exchange('k', 20)]);
  expect(again.outcome).toMatchObject({ reason: 'repeated' });
});

test('the store has no text of the conversation but what replaced it, once, in at most 200 bytes per entry', async () => {
  const { store } = share();
  const texts: string[] = [];
  const recording: SessionStore = {
    ...store,
    commit(session, version, change) {
      for (const { text } of change.parts) texts.push(text);
      return store.commit(session, version, change);
    },
  };
  const shared = { ...share({ ...WINDOW, 'compression.ingestTokens': 200 }), store: recording };
  const entries: IContent[] = [human('Make the build green.')];
  for (let at = 0; at < 60; at += 1) {
    entries.push(...exchange(`step-${at}`, at % 2 === 0 ? 400 : 20));
    await send(shared, entries);
    const { state } = (await store.load('session'))!;
    expect(state.length).toBeLessThan(2_500 + 200 * entries.length);
    expect(state).not.toMatch(/green|went well/);
  }
  expect(texts.length).toBeGreaterThan(20);
  expect(new Set(texts).size).toBe(texts.length);
});

test('`flush` rejects with the error of a store that cannot store a report, once', async () => {
  const shared = share(WINDOW);
  let fails = false;
  const { store } = shared;
  const failing: SessionStore = {
    ...store,
    commit: (...given) => (fails ? Promise.reject(new Error('down')) : store.commit(...given)),
  };
  const { report, process } = await send({ ...shared, store: failing }, long);
  fails = true;
  report(usageOf(900));
  await expect(process.flush()).rejects.toThrow('down');
  await expect(process.flush()).resolves.toBeUndefined();
});

test('a request that never gets to commit fails with a typed error', async () => {
  const shared = share(WINDOW);
  const store: SessionStore = { ...shared.store, commit: () => 'conflict' };
  const sending = send({ ...shared, store }, [human('Go.')]);
  await expect(sending).rejects.toThrow(SessionConflictError);
  await expect(sending).rejects.toMatchObject({ code: 'SESSION_CONFLICT' });
});

test('a state that is torn, or of another program, counts as none', async () => {
  const known = share(WINDOW);
  const { sent } = await send(known, long);
  const { version, state } = (await known.store.load('session'))!;
  const torn = { version, state: state.slice(0, -1) };
  const foreign = [
    '{"kind":"palimpsest.session","format":2}',
    '{"kind":"palimpsest.session","format":1,"conversations":{}}',
    '{"kind":"palimpsest.session","format":1,"conversations":[null]}',
    '{"kind":"palimpsest.session","format":1,"conversations":[{"scope":""}]}',
    '{"kind":"other"}',
    '[]',
    'null',
    'x',
  ];
  // Their versions are right, so that only their texts can be rejected.
  const untorn = foreign.map((text) => ({ version: versionOf(text), state: text }));
  for (const saved of [torn, ...untorn]) {
    const shared = share(WINDOW);
    await shared.store.commit('session', undefined, { ...saved, parts: [], unused: [] });
    expect((await send(shared, long)).sent).toEqual(sent);
    expect((await send(shared, long)).outcome.kind).toBe('unchanged');
  }
});

test('a damaged part counts as missing', async () => {
  const shared = share(WINDOW);
  const { sent } = await send(shared, long);
  for (const text of ['json:{}', 'json:{"members":[],"blocks":[]}', 'x']) {
    const store: SessionStore = {
      ...shared.store,
      parts: (_session, wanted) => wanted.map(() => text),
    };
    expect((await send({ ...shared, store }, long)).sent).toEqual(sent);
  }
});

test.each(['load', 'parts', 'commit'] as const)(
  'an abort ends the wait for the method %s of a store, and commits nothing',
  async (method) => {
    const shared = share(WINDOW);
    await send(shared, long);
    const before = await shared.store.load('session');
    const giving = new AbortController();
    const store: SessionStore = {
      ...shared.store,
      [method]: () => {
        giving.abort(new Error('given up'));
        return new Promise(() => {});
      },
    };
    const request = { ...split([...long, ...exchange('k', 20)]), signal: giving.signal };
    await expect(openProcess({ ...shared, store }).prepare(request)).rejects.toThrow('given up');
    expect(await shared.store.load('session')).toEqual(before);
  },
);

test('rejects an invalid session', () => {
  const options = { strategies: registry(), estimateTokens };
  const store = memorySessions();
  expect(() => createSession({ ...options, session: { id: '', store } })).toThrow('session.id');
  const other = {} as SessionStore;
  expect(() => createSession({ ...options, session: { id: 'a', store: other } })).toThrow(
    'session.store: expected a session store, such as memorySessions()',
  );
});
