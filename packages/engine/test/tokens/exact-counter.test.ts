import { PalimpsestError } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExactCounter, EncoderUnavailableError } from '../../src/tokens/index.ts';
import type { Encoder } from '../../src/tokens/exact-counter.ts';

/** An encoder that records the pieces it receives, and counts each as one token. */
function listener(): { readonly pieces: string[]; readonly load: () => Promise<Encoder> } {
  const pieces: string[] = [];
  const encoder: Encoder = {
    countTokens(text) {
      pieces.push(text);
      return 1;
    },
  };
  return { pieces, load: () => Promise.resolve(encoder) };
}

test('counts as the encodings do', async () => {
  const o200k = await createExactCounter();
  const cl100k = await createExactCounter({ encoding: 'cl100k_base' });
  expect(o200k.count('Hello, world!')).toBe(4);
  expect(o200k.count('東京都')).toBe(1);
  expect(cl100k.count('東京都')).toBe(4);
  expect(o200k.count('')).toBe(0);
});

test('counts special tokens as text', async () => {
  const exact = await createExactCounter();
  expect(exact.count('a <|endoftext|> b <|im_start|>')).toBeGreaterThan(8);
});

test('ignores byte order marks', async () => {
  const exact = await createExactCounter();
  expect(exact.count('\uFEFFabc\uFEFF')).toBe(exact.count('abc'));
});

test.each(['=', 'x', '漢', '═', 'é=', 'aé', '═='])('splits a long run of %s', async (unit) => {
  const { pieces, load } = listener();
  const text = unit.repeat(100_000 / unit.length);
  const counter = await createExactCounter({ load });
  expect(counter.count(text)).toBe(pieces.length);
  expect(pieces.join('')).toBe(text);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(1_024);
});

test('counts 100,000 equal signs', async () => {
  const exact = await createExactCounter();
  expect(exact.count('='.repeat(100_000))).toBeGreaterThan(1_000);
});

test('passes ordinary text in one piece', async () => {
  const { pieces, load } = listener();
  const text = 'A word, another word.\n'.repeat(1_000);
  (await createExactCounter({ load })).count(text);
  expect(pieces).toEqual([text]);
});

test.each(['', 'x', '=', '漢x'])('splits no surrogate pair after "%s"', async (start) => {
  const { pieces, load } = listener();
  const text = start + '😀'.repeat(3_000);
  (await createExactCounter({ load })).count(text);
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(5);
  for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
});

test('the joined pieces are the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (part) => {
      const { pieces, load } = listener();
      (await createExactCounter({ load })).count(part.repeat(50));
      expect(pieces.join('')).toBe(part.repeat(50).replaceAll('\uFEFF', ''));
    }),
  );
});

test('rejects an unknown encoding by name', async () => {
  const counting = createExactCounter({ encoding: 'p50k' as 'o200k_base' });
  await expect(counting).rejects.toThrow(EncoderUnavailableError);
  await expect(counting).rejects.toThrow(
    'Unknown encoding "p50k". Known: o200k_base, cl100k_base.',
  );
  await expect(counting).rejects.toSatisfy((error) => PalimpsestError.isInstance(error));
});
