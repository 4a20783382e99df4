import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { recall } from 'palimpsest';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';
import { requests, session, SMALL, WINDOW } from './agent.ts';

const IDS = /#([\da-f]{8}(?:\.\d+)?)/g;

test('recalls removed content by the ids in the sent messages', async () => {
  const adapter = createAdapter(SMALL);
  const whole = JSON.stringify(session(16));
  const ids = new Set<string>();
  for (const messages of requests(16)) {
    const { messages: sent } = await adapter.adapt('openai', messages);
    for (const [, id] of JSON.stringify(sent).matchAll(IDS)) ids.add(id!);
  }
  expect(ids.size).toBeGreaterThan(3);
  const originals = await adapter.originals;
  for (const id of ids) {
    const found = await recall(originals, id);
    expect(found.kind).toBe('found');
    const text = found.kind === 'found' ? found.text : '';
    expect(whole).toContain(JSON.stringify(text).slice(1, -1));
  }
});

test('`recall` returns a range of an original, and an error for an unknown id', async () => {
  const adapter = createAdapter(SMALL);
  const { messages: sent } = await adapter.adapt('openai', session(16));
  const id = IDS.exec(JSON.stringify(sent))![1]!;
  const { text, isError } = await adapter.recall({ id, limit: 3 });
  expect(isError).toBe(false);
  expect(text.split('\n')).toHaveLength(4);
  expect(text).toContain('ok 0 of suite');
  expect((await adapter.recall({ id: 'ffffffff' })).isError).toBe(true);
});

test('a new adapter on the same store finds the originals of an earlier one', async () => {
  const store = memoryOriginals();
  const open = () => openOriginals(store, { session: 'own' });
  const first = createAdapter({ ...SMALL, originals: open() });
  const { messages: sent } = await first.adapt('openai', session(16));
  const settings = { ...WINDOW, 'context-limit': 4_000 };
  const second = createAdapter({ ...SMALL, settings, originals: open() });
  const { messages: again } = await second.adapt('openai', JSON.parse(JSON.stringify(sent)));
  const ids = [...JSON.stringify(again).matchAll(IDS)].map(([, id]) => id!);
  expect(ids.length).toBeGreaterThan(0);
  const originals = await second.originals;
  for (const id of ids) expect((await recall(originals, id)).kind).toBe('found');
});

test('removes nothing it cannot store: rejects, or returns the same list when `onError` is set', async () => {
  const refusal = new Error('the disk is full');
  const originals = await openOriginals(
    { ...memoryOriginals(), put: () => Promise.reject(refusal) },
    { session: 'own' },
  );
  const messages = session(16);
  await expect(createAdapter({ ...SMALL, originals }).adapt('openai', messages)).rejects.toThrow(
    'the disk is full',
  );
  const heard: unknown[] = [];
  const adapter = createAdapter({ ...SMALL, originals, onError: (error) => heard.push(error) });
  expect((await adapter.adapt('openai', messages)).messages).toBe(messages);
  expect(heard).toHaveLength(1);
});

test('recalls what another adapter of the same session removed later, but not from another session', async () => {
  const store = memoryOriginals();
  const adapterOf = async (name: string) =>
    createAdapter({ ...SMALL, originals: await openOriginals(store, { session: name }) });
  const [one, other, stranger] = [
    await adapterOf('same'),
    await adapterOf('same'),
    await adapterOf('another'),
  ];
  const { messages } = await one.adapt('openai', session(14));
  const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(messages))!;
  expect(await other.recall({ id })).toEqual(await one.recall({ id }));
  expect(await stranger.recall({ id })).toMatchObject({ isError: true });
});

test('a guard whose store cannot be opened rejects, or lets the call run when `onError` is set', async () => {
  const call = { name: 'Write', parameters: { content: 'a\n…12\n' } };
  const failure = new Error('the disk is gone');
  const originals = Promise.reject(failure);
  await expect(
    createAdapter({ ...SMALL, originals }).guard('openai', call, session(16)),
  ).rejects.toBe(failure);
  const heard: unknown[] = [];
  const adapter = createAdapter({ ...SMALL, originals, onError: (error) => heard.push(error) });
  expect(await adapter.guard('openai', call, session(16))).toBeUndefined();
  expect(heard).toEqual([failure]);
});
