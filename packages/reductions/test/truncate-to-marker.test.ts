import {
  formatDuplicateMarker,
  isMarker,
  PRUNED_POINTER,
  formatSummaryMarker,
  formatToolSummary,
  formatTruncationMarker,
} from '@palimpsest/core-types';
import { textArbitrary } from '@palimpsest/conformance';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  TRUNCATION_LENGTHS,
  parseOriginalLength,
  truncateToMarker,
  detachReference,
} from '../src/index.ts';

test('texts are cut to 512, to 256, to 128, and to nothing but a mark', () => {
  expect(TRUNCATION_LENGTHS).toEqual([512, 256, 128, 0]);
  const text = 'word '.repeat(200);
  expect(truncateToMarker(text, 512)).toBe(`[truncated — 1000 chars: ${text.slice(0, 512)}]`);
  expect(truncateToMarker(text, 0)).toBe('[truncated — 1000 chars]');
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
  expect(truncateToMarker('x'.repeat(length), 512)?.length).toBe(shorter);
});

test.each([
  ['👩‍👩‍👧‍👦'.repeat(200), 512],
  ['é'.normalize('NFD').repeat(600), 512],
  ['a'.repeat(511) + '😀'.repeat(100), 512],
])('no character is cut in two', (text, limit) => {
  const excerpt = truncateToMarker(text, limit)!.replace(/^\[truncated — \d+ chars: |\]$/gu, '');
  expect(text.startsWith(excerpt)).toBe(true);
  const units = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
  expect(units).toContain(excerpt.length);
  expect(excerpt.length).toBeGreaterThan(490);
});

test('a summary is cut as a summary, and shows it', () => {
  const mark = formatSummaryMarker({ text: 'word '.repeat(60), id: 'sum_1', entities: ['Ada'] });
  const cut = truncateToMarker(mark, 128)!;
  expect(cut).toMatch(/^\[summary#sum_1: word .*…\]$/);
  expect(cut).toHaveLength('[summary#sum_1: ]'.length + 128);
  expect(truncateToMarker(cut, 128)).toBeUndefined();
  expect(truncateToMarker(mark, 512)).toBeUndefined();
  expect(truncateToMarker(mark, 0)).toBe(`[truncated — ${mark.length} chars]`);
  expect(truncateToMarker(mark, 0, 5_000)).toBe('[truncated — 5000 chars]');
});

test('what was cut before keeps the length it once had', () => {
  const mark = formatTruncationMarker(90_000, 'word '.repeat(100));
  expect(truncateToMarker(mark, 256)).toBe(
    formatTruncationMarker(90_000, 'word '.repeat(100).slice(0, 256)),
  );
  expect(truncateToMarker(mark, 0)).toBe('[truncated — 90000 chars]');
  expect(truncateToMarker('[truncated — 90000 chars]', 0)).toBeUndefined();
});

test.each([
  PRUNED_POINTER,
  formatDuplicateMarker({ of: 'a text far below that has a long name', length: 1_000 }),
  formatToolSummary({ tool: 'npm', status: 'error', excerpt: ['x'.repeat(380)] }),
])('any other mark is left alone: %s', (mark) => {
  for (const limit of TRUNCATION_LENGTHS) expect(truncateToMarker(mark, limit)).toBeUndefined();
});

test('two summaries with code between them are cut like any other text', () => {
  const code = '```ts\nexport const limit = 12;\n```';
  const text = [
    formatSummaryMarker({ text: 'One.' }),
    code,
    formatSummaryMarker({ text: 'Two.' }),
  ].join('\n\n');
  expect(truncateToMarker(text, 20, 900)).toBe(formatTruncationMarker(900, text.slice(0, 20)));
  expect(truncateToMarker(text, 0)).toBe(formatTruncationMarker(text.length));
});

test(
  'what comes out is a mark, shorter than what went in, and the same cut finds nothing more',
  { timeout: 60_000 },
  () => {
    const texts = fc.oneof(
      textArbitrary().map((text) => text.toWellFormed().repeat(20)),
      textArbitrary().map((text) => formatSummaryMarker({ text: text.toWellFormed() })),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...TRUNCATION_LENGTHS), (text, limit) => {
        const shorter = truncateToMarker(text, limit);
        if (shorter === undefined) return;
        expect(shorter.length).toBeLessThan(text.length);
        expect(isMarker(shorter)).toBe(true);
        expect(shorter.isWellFormed()).toBe(true);
        expect(truncateToMarker(shorter, limit)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  },
);

test.each([
  ['Yes.', 4],
  ['x'.repeat(5_000), 5_000],
  [formatTruncationMarker(1_234), 1_234],
  [formatTruncationMarker(1_234, 'It began'), 1_234],
  ['[summary: all is well]', 22],
  [formatDuplicateMarker({ of: 'a.ts', length: 900 }), undefined],
  [PRUNED_POINTER, undefined],
])('%j stands for %s characters', (text, length) => {
  expect(parseOriginalLength(text)).toBe(length);
});

test('a reference whose copy is cut promises nothing any more', () => {
  expect(detachReference(formatDuplicateMarker({ of: 'a.ts', length: 900 }))).toBe(
    formatTruncationMarker(900),
  );
  expect(detachReference('See a.ts.')).toBe('See a.ts.');
});
