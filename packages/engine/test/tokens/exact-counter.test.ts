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

test('counts as the encodings do, special tokens as text, without byte order marks', async () => {
  const o200k = await createExactCounter();
  const cl100k = await createExactCounter({ encoding: 'cl100k_base' });
  expect(o200k.count('Hello, world!')).toBe(4);
  expect(o200k.count('東京都')).toBe(1);
  expect(cl100k.count('東京都')).toBe(4);
  expect(o200k.count('')).toBe(0);
  expect(o200k.count('a <|endoftext|> b <|im_start|>')).toBeGreaterThan(8);
  expect(o200k.count('\uFEFFabc\uFEFF')).toBe(o200k.count('abc'));
});

test.each(['=', 'x', '漢', 'é=', '═=', '😀'])('splits a long run of %s', async (unit) => {
  const { pieces, load } = listener();
  const text = `x${unit.repeat(3_000)}`;
  const counter = await createExactCounter({ load });
  expect(counter.count(text)).toBe(pieces.length);
  expect(pieces.join('')).toBe(text);
  expect(pieces.every((piece) => piece.length <= 2_048 && piece.isWellFormed())).toBe(true);
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
