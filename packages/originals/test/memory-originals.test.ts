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
