import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions, messageDigest } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { anthropicApi } from '../src/apis/anthropic.ts';
import { HiddenExchanges } from '../src/recall/hidden-exchanges.ts';
import { messagesOf, startModel } from './provider.ts';
import { serve } from './serve.ts';

const RESULT = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');

test.each(CLIENTS)(
  'a restart keeps recall calls that the client of $name never saw',
  async (client) => {
    let recalledAt: number | undefined;
    const model = await startModel((request, at) => {
      const id = /#([\da-f]{8})(?!\.)/.exec(JSON.stringify(messagesOf(request)))?.[1];
      const shell = { id: `call_${at}`, name: 'bash', input: { command: 'cat' } };
      if (id === undefined || recalledAt !== undefined) return { calls: [shell] };
      recalledAt = at;
      const recall = { id: 'call_recall', name: 'recall', input: { id, offset: 100, limit: 3 } };
      return { calls: [recall, shell] };
    });
    const options = {
      originals: memoryOriginals(),
      sessions: memorySessions(),
      compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
    };
    const history: object[] = [client.user('Read it.')];
    for (let turn = 0; turn < 10; turn += 1) {
      const proxy = await serve(model.url, options);
      const { messages, calls } = await client.ask(proxy.url, history, true);
      history.push(...messages, ...client.results(calls, `${RESULT} of ${turn}`));
    }
    expect(JSON.stringify(history)).not.toContain('call_recall');
    const [next] = model.requests.slice(recalledAt! + 1);
    expect(JSON.stringify(messagesOf(next!))).toContain('lines 100 to 102 of');
    expect(client.check(messagesOf(next!))).toEqual([]);
  },
);

test('stores a recall after its session expired in the store', async () => {
  let time = 0;
  const sessions = memorySessions({ ttl: 10, now: () => time });
  let commits = 0;
  const store: typeof sessions = {
    ...sessions,
    commit(...change) {
      commits += 1;
      if (commits > 9) throw new Error('It never ends.');
      return sessions.commit(...change);
    },
  };
  const exchange = { keys: ['own'], messages: [{ role: 'assistant' }], results: [] };
  const hidden = new HiddenExchanges({ id: 'session', store });
  await hidden.add(anthropicApi, [], exchange);
  time = 20_000;
  await hidden.add(anthropicApi, [], { ...exchange, keys: ['later'] });
  const restarted = new HiddenExchanges({ id: 'session', store });
  await restarted.load();
  const message = { role: 'assistant', content: [{ type: 'tool_use', id: 'later' }] };
  expect(restarted.insertInto(anthropicApi, [message])).toEqual(exchange.messages);
});

test.each(['x', 'null', '{}', '[null]', '[["key"]]', '[["key",1]]'])(
  'a list of recalls that another program wrote counts as none: %s',
  async (state) => {
    const store = memorySessions();
    const version = messageDigest(state);
    await store.commit('session', undefined, { version, state, parts: [], unused: [] });
    const hidden = new HiddenExchanges({ id: 'session', store });
    await hidden.load();
    const exchange = { keys: ['own'], messages: [{ role: 'assistant' }], results: [] };
    await hidden.add(anthropicApi, [], exchange);
    const restarted = new HiddenExchanges({ id: 'session', store });
    await restarted.load();
    const message = { role: 'assistant', content: [{ type: 'tool_use', id: 'own' }] };
    expect(restarted.insertInto(anthropicApi, [message])).toEqual(exchange.messages);
  },
);
