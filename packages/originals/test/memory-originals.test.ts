import { memoryOriginals } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { sha256 } from '../src/sha256.ts';
import { storeContract } from './store-contract.ts';

storeContract('memory', () => Promise.resolve(memoryOriginals()));

const stored = (text: string) => ({ id: sha256(text), text });
const ids = ['aaaa', 'bbbb', 'cccc'].map(sha256);

test('evicts the oldest originals of all sessions first, and a repeated put renews an original', async () => {
  const store = memoryOriginals({ maxBytes: 16 });
  await store.put('s', [stored('aaaa')]);
  await store.put('t', [stored('bbbb')]);
  expect(store.bytes).toBe(16);
  await store.put('s', [stored('aaaa')]);
  await store.put('s', [stored('cccc')]);
  expect(await store.get('s', ids)).toEqual(['aaaa', undefined, 'cccc']);
  expect(await store.get('t', ids)).toEqual([undefined, undefined, undefined]);
  expect(store.bytes).toBe(16);
});

test('evicts manifest records after all originals', async () => {
  const store = memoryOriginals({ maxBytes: 16 });
  await store.append('s', 'r1');
  await store.put('s', [stored('aaaa')]);
  await store.append('s', 'r2222');
  expect(await store.get('s', ids)).toEqual([undefined, undefined, undefined]);
  expect(await store.records('s')).toEqual(['r1', 'r2222']);
  await store.append('s', 'r333');
  expect(await store.records('s')).toEqual(['r333']);
});

test('does not evict other originals for one that exceeds the limit', async () => {
  const store = memoryOriginals({ maxBytes: 16 });
  await store.put('s', [stored('aaaa'), stored('x'.repeat(9))]);
  expect(await store.get('s', [ids[0]!, sha256('x'.repeat(9))])).toEqual(['aaaa', undefined]);
});
