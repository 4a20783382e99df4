import {
  isSameMessage,
  memoryOriginals,
  openOriginals,
  type OriginalsStore,
} from '@palimpsest/originals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, say, talk } from './conversation.ts';
import { throughJson } from './rounds.ts';

const note = say('[note]');
const redact = (text: string): string => text.replaceAll(/sk-\w+/g, '[key]');

test('idOf returns the id that saving assigns, and stores nothing', async () => {
  const store = memoryOriginals();
  for (const options of [{ session: 'plain' }, { session: 'redacted', redact }]) {
    const originals = await openOriginals(store, options);
    const before = [say('the key is sk-123'), { role: 'user', content: [new Date(7)] }];
    const { bytes } = store;
    const ids = before.map((message) => originals.idOf(message));
    expect(store.bytes).toBe(bytes);
    expect(originals.list()).toEqual([]);
    const kept = await originals.keep([...before, say('tail')], [note, say('tail')]);
    expect(ids).toEqual(kept?.originals);
  }
});

test('recalls by at least the first 8 digits of an id, not by fewer', async () => {
  const originals = await open();
  const kept = await originals.keep([...talk(1, 9), say('tail')], [note, say('tail')]);
  for (const [index, id] of kept!.originals.entries()) {
    for (const length of [8, 9, 40, 64]) {
      expect(await originals.recall(id.slice(0, length))).toEqual({
        kind: 'found',
        message: say(`m${index + 1}`),
        isRedacted: false,
      });
    }
    for (const other of [
      id.slice(0, 7),
      `${id.slice(0, 8)}x`,
      `${id}0`,
      id.slice(0, 8).padEnd(64, '0'),
    ]) {
      expect(await originals.recall(other)).toEqual({ kind: 'unknown' });
    }
  }
});

test('reports a short id of several originals as ambiguous, and accepts more digits', async () => {
  const same = 'abcdef01';
  const ids = ['0', '1', '2'].map((digit) => `${same}${digit}`.padEnd(64, digit));
  const run = { outputStart: 0, outputDigests: [], originals: ids };
  const hash = 'f'.repeat(64);
  const record = {
    version: 1,
    id: hash,
    number: 1,
    outputLength: 0,
    outputDigest: hash,
    previousIds: [],
    runs: [run],
    facts: {},
  };
  const store: OriginalsStore = { ...memoryOriginals(), records: () => [JSON.stringify(record)] };
  const originals = await openOriginals(store, { session: 's' });
  expect(originals.damaged).toBe(0);
  expect(await originals.recall(same)).toEqual({ kind: 'ambiguous', candidates: 3 });
  expect(await originals.recall(`${same}1`)).toEqual({ kind: 'missing', reason: 'absent' });
  expect(await originals.recall(ids[2]!)).toEqual({ kind: 'missing', reason: 'absent' });
});

test('isSameMessage ignores member order and a JSON round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      expect(isSameMessage(left, throughJson([left])[0])).toBe(true);
      expect(isSameMessage({ a: left, b: right }, { b: right, a: left })).toBe(true);
      expect(isSameMessage([left, 1], [left, 2])).toBe(false);
    }),
  );
});
