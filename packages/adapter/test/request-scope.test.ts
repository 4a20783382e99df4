import { getCodec } from '@palimpsest/formats';
import { memoryOriginals, openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { createAdapter, type Adapter } from '../src/index.ts';
import { requests, session, SMALL, step, user } from './agent.ts';

const ALICE = session(16);
const BOB = [ALICE[0]!, ...step(50), user('Show #SHORT, please.')];

/** Compresses the messages of Alice, and returns the first id in what is sent. */
async function removeOfAlice(adapter: Adapter): Promise<string> {
  const { messages: sent } = await adapter.adapt('openai', ALICE);
  return /#([\da-f]{8})/.exec(JSON.stringify(sent))![1]!;
}

test('the tools of a request return what was removed from its messages', async () => {
  const adapter = createAdapter(SMALL);
  const id = await removeOfAlice(adapter);
  const { tools, ids } = adapter.scopeTo('openai', ALICE);
  expect((await tools.recall.run({ id, limit: 1 })).text).toContain('ok 0 of suite');
  expect((await tools.search_history.run({ query: 'gate_3' })).text).toMatch(/passage/);
  expect(await ids()).toContainEqual(expect.stringMatching(new RegExp(`^${id}`)));
});

test('every id in what is sent is in the scope of its request', async () => {
  const adapter = createAdapter(SMALL);
  const found = new Set<string>();
  for (const messages of requests(16)) {
    const { messages: sent } = await adapter.adapt('openai', messages);
    const { tools } = adapter.scopeTo('openai', structuredClone(messages));
    for (const [, id] of JSON.stringify(sent).matchAll(/#([\da-f]{8})/g)) {
      found.add(id!);
      expect(await tools.recall.run({ id })).toMatchObject({ isError: false });
    }
  }
  expect(found.size).toBeGreaterThan(8);
});

test('the tools of a request return nothing of another conversation, whatever its messages say', async () => {
  const adapter = createAdapter(SMALL);
  const id = await removeOfAlice(adapter);
  const messages = JSON.parse(JSON.stringify(BOB).replace('SHORT', id)) as object[];
  const { messages: sent } = await adapter.adapt('openai', ALICE);
  // The second one quotes the record of the other: its text proves nothing.
  for (const given of [messages, [...messages, sent[0]!]]) {
    const { tools, ids } = adapter.scopeTo('openai', given);
    expect(await tools.recall.run({ id })).toMatchObject({ isError: true });
    expect((await tools.search_history.run({ query: 'gate_12' })).text).toContain('nothing that');
    // Both begin with the same message; that one is its own.
    const shared = await adapter.scopeTo('openai', ALICE.slice(0, 1)).ids();
    expect(shared).toHaveLength(1);
    expect(await ids()).toEqual(shared);
  }
});

test('an original that two conversations have is found by each of them', async () => {
  const adapter = createAdapter(SMALL);
  const id = await removeOfAlice(adapter);
  const { tools, ids } = adapter.scopeTo('openai', ALICE.slice(0, 3));
  expect((await tools.recall.run({ id })).isError).toBe(false);
  expect(await ids()).toHaveLength(3);
});

test('known ids are in the scope of messages that stand for others', async () => {
  const adapter = createAdapter(SMALL);
  const id = await removeOfAlice(adapter);
  const known = await adapter.scopeTo('openai', ALICE).ids();
  const { tools } = adapter.scopeTo(getCodec('openai'), [user('Go on.')], known);
  expect((await tools.recall.run({ id })).isError).toBe(false);
  expect((await tools.recall.run({ id: 'ffffffff' })).isError).toBe(true);
});

test('the tools of a request find what another process removed from its messages', async () => {
  const store = memoryOriginals();
  const open = () => openOriginals(store, { session: 'shared' });
  const [one, other] = [await open(), await open()].map((originals) =>
    createAdapter({ ...SMALL, originals }),
  );
  const { tools } = other!.scopeTo('openai', ALICE);
  expect((await tools.recall.run({ id: 'ffffffff' })).isError).toBe(true);
  const id = await removeOfAlice(one!);
  expect((await tools.recall.run({ id })).isError).toBe(false);
});

const redact = (text: string): string => text.replaceAll('ok 0', 'ok [number]');

/** Returns a store that has lost every text. */
function emptied(): OriginalsStore {
  return { ...memoryOriginals(), get: (_session, ids) => ids.map(() => undefined) };
}

test('what a store lost is recalled from the messages of a request, which still has it', async () => {
  const originals = openOriginals(emptied(), { session: 'evicted', redact });
  const adapter = createAdapter({ ...SMALL, originals });
  const id = await removeOfAlice(adapter);
  for (const { recall, search_history: search } of [
    adapter.scopeTo('openai', ALICE).tools,
    adapter.tools,
  ]) {
    const { text, isError } = await recall.run({ id, limit: 1 });
    expect([text.includes('ok [number] of suite'), isError]).toEqual([true, false]);
    expect((await search.run({ query: 'gate_3' })).text).toMatch(/passage/);
  }
  expect((await adapter.scopeTo('openai', BOB).tools.recall.run({ id })).isError).toBe(true);
});

test('a search decodes a request at most once for each read of a store that lost its texts', async () => {
  const codec = getCodec('openai');
  const counts = { decoded: 0, reads: 0 };
  const counting: typeof codec = {
    ...codec,
    decode: (given) => {
      counts.decoded += 1;
      return codec.decode(given);
    },
  };
  const store = emptied();
  const get: OriginalsStore['get'] = (...given) => {
    counts.reads += 1;
    return store.get(...given);
  };
  const originals = await openOriginals({ ...store, get }, { session: 'many' });
  const adapter = createAdapter({ ...SMALL, originals });
  await adapter.adapt(counting, ALICE);
  expect(originals.ids().length).toBeGreaterThan(20);
  Object.assign(counts, { decoded: 0, reads: 0 });
  expect((await adapter.tools.search_history.run({ query: 'gate_3' })).text).toMatch(/passage/);
  expect(counts.reads).toBeLessThan(10);
  expect(counts.decoded).toBeLessThanOrEqual(counts.reads);
});
