import {
  duplicateMarker,
  isMarker,
  PRUNED_POINTER,
  summaryMarker,
  toolSummary,
  truncatedMarker,
} from '@palimpsest/core-types';
import { textArbitrary } from '@palimpsest/conformance';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CUTS, lengthStoodFor, shorten, withoutCopy } from '../src/index.ts';

test('texts are cut to 512, to 256, to 128, and to nothing but a mark', () => {
  expect(CUTS).toEqual([512, 256, 128, 0]);
  const text = 'word '.repeat(200);
  expect(shorten(text, 512)).toBe(`[truncated — 1000 chars: ${text.slice(0, 512)}]`);
  expect(shorten(text, 0)).toBe('[truncated — 1000 chars]');
});

test.each([
  [511, undefined],
  [512, undefined],
  // From here the mark would be longer than the text, or as long (B4).
  [513, undefined],
  [536, undefined],
  [537, undefined],
  [538, 537],
])('a text of %d characters becomes one of %s at 512', (length, shorter) => {
  expect(shorten('x'.repeat(length), 512)?.length).toBe(shorter);
});

test.each([
  ['👩‍👩‍👧‍👦'.repeat(200), 512],
  ['é'.normalize('NFD').repeat(600), 512],
  ['a'.repeat(511) + '😀'.repeat(100), 512],
])('no character is cut in two', (text, limit) => {
  const excerpt = shorten(text, limit)!.replace(/^\[truncated — \d+ chars: |\]$/gu, '');
  expect(text.startsWith(excerpt)).toBe(true);
  const units = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
  expect(units).toContain(excerpt.length);
  expect(excerpt.length).toBeGreaterThan(490);
});

test('a summary is cut as a summary, and shows it', () => {
  const mark = summaryMarker({ text: 'word '.repeat(60), id: 'sum_1', entities: ['Ada'] });
  const cut = shorten(mark, 128)!;
  expect(cut).toMatch(/^\[summary#sum_1: word .*…\]$/);
  expect(cut).toHaveLength('[summary#sum_1: ]'.length + 128);
  expect(shorten(cut, 128)).toBeUndefined();
  expect(shorten(mark, 512)).toBeUndefined();
  expect(shorten(mark, 0)).toBe(`[truncated — ${mark.length} chars]`);
  expect(shorten(mark, 0, 5_000)).toBe('[truncated — 5000 chars]');
});

test('what was cut before keeps the length it once had', () => {
  const mark = truncatedMarker(90_000, 'word '.repeat(100));
  expect(shorten(mark, 256)).toBe(truncatedMarker(90_000, 'word '.repeat(100).slice(0, 256)));
  expect(shorten(mark, 0)).toBe('[truncated — 90000 chars]');
  expect(shorten('[truncated — 90000 chars]', 0)).toBeUndefined();
});

test.each([
  PRUNED_POINTER,
  duplicateMarker({ of: 'a text far below that has a long name', length: 1_000 }),
  toolSummary({ tool: 'npm', status: 'error', excerpt: ['x'.repeat(380)] }),
])('any other mark is left alone: %s', (mark) => {
  for (const limit of CUTS) expect(shorten(mark, limit)).toBeUndefined();
});

test('two summaries with code between them are cut like any other text', () => {
  const code = '```ts\nexport const limit = 12;\n```';
  const text = [summaryMarker({ text: 'One.' }), code, summaryMarker({ text: 'Two.' })].join(
    '\n\n',
  );
  expect(shorten(text, 20, 900)).toBe(truncatedMarker(900, text.slice(0, 20)));
  expect(shorten(text, 0)).toBe(truncatedMarker(text.length));
});

test(
  'what comes out is a mark, shorter than what went in, and the same cut finds nothing more',
  { timeout: 60_000 },
  () => {
    const texts = fc.oneof(
      textArbitrary().map((text) => text.toWellFormed().repeat(20)),
      textArbitrary().map((text) => summaryMarker({ text: text.toWellFormed() })),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...CUTS), (text, limit) => {
        const shorter = shorten(text, limit);
        if (shorter === undefined) return;
        expect(shorter.length).toBeLessThan(text.length);
        expect(isMarker(shorter)).toBe(true);
        expect(shorter.isWellFormed()).toBe(true);
        expect(shorten(shorter, limit)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  },
);

test.each([
  ['Yes.', 4],
  ['x'.repeat(5_000), 5_000],
  [truncatedMarker(1_234), 1_234],
  [truncatedMarker(1_234, 'It began'), 1_234],
  ['[summary: all is well]', 22],
  [duplicateMarker({ of: 'a.ts', length: 900 }), undefined],
  [PRUNED_POINTER, undefined],
])('%j stands for %s characters', (text, length) => {
  expect(lengthStoodFor(text)).toBe(length);
});

test('a reference whose copy is cut promises nothing any more', () => {
  expect(withoutCopy(duplicateMarker({ of: 'a.ts', length: 900 }))).toBe(truncatedMarker(900));
  expect(withoutCopy('See a.ts.')).toBe('See a.ts.');
});
