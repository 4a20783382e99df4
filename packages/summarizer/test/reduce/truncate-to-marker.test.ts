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
} from '../../src/reduce.ts';

test('truncates to 512, 256 or 128 units, or to a marker without text', () => {
  expect(TRUNCATION_LENGTHS).toEqual([512, 256, 128, 0]);
  const text = 'word '.repeat(200);
  expect(truncateToMarker(text, 512)).toBe(`[truncated — 1000 chars: ${text.slice(0, 512)}]`);
  expect(truncateToMarker(text, 0)).toBe('[truncated — 1000 chars]');
});

test.each([
  [512, undefined],
  // Up to 537 characters the marker would not be shorter than the text.
  [537, undefined],
  [538, 537],
])('a text of %d characters becomes one of %s at 512', (length, shorter) => {
  expect(truncateToMarker('x'.repeat(length), 512)?.length).toBe(shorter);
});

test('truncates a summary within its marker, and shows the cut', () => {
  const marker = formatSummaryMarker({ text: 'word '.repeat(60), id: 'sum_1', entities: ['Ada'] });
  const cut = truncateToMarker(marker, 128)!;
  expect(cut).toMatch(/^\[summary#sum_1: word .*…\]$/);
  expect(cut).toHaveLength('[summary#sum_1: ]'.length + 128);
  expect(truncateToMarker(cut, 128)).toBeUndefined();
  expect(truncateToMarker(marker, 512)).toBeUndefined();
  expect(truncateToMarker(marker, 0)).toBe(`[truncated — ${marker.length} chars]`);
  expect(truncateToMarker(marker, 0, 5_000)).toBe('[truncated — 5000 chars]');
});

test('keeps the original length of a truncated text', () => {
  const marker = formatTruncationMarker(90_000, 'word '.repeat(100));
  expect(truncateToMarker(marker, 256)).toBe(
    formatTruncationMarker(90_000, 'word '.repeat(100).slice(0, 256)),
  );
  expect(truncateToMarker(marker, 0)).toBe('[truncated — 90000 chars]');
  expect(truncateToMarker('[truncated — 90000 chars]', 0)).toBeUndefined();
});

test.each([
  PRUNED_POINTER,
  formatDuplicateMarker({ of: 'a text far below that has a long name', length: 1_000 }),
  formatToolSummary({ tool: 'npm', status: 'error', excerpt: ['x'.repeat(380)] }),
])('does not truncate other markers: %s', (marker) => {
  for (const limit of TRUNCATION_LENGTHS) expect(truncateToMarker(marker, limit)).toBeUndefined();
});

test(
  'returns a shorter, well-formed marker, and `undefined` for its own output',
  { timeout: 300_000 },
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
])('the original length of %j is %s', (text, length) => {
  expect(parseOriginalLength(text)).toBe(length);
});

test('replaces a reference with a truncation marker, and keeps other texts', () => {
  expect(detachReference(formatDuplicateMarker({ of: 'a.ts', length: 900 }))).toBe(
    formatTruncationMarker(900),
  );
  expect(detachReference('See a.ts.')).toBe('See a.ts.');
});
