import {
  formatDuplicateMarker,
  formatSummaryMarker,
  formatTruncationMarker,
  PRUNED_POINTER,
} from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { detachReference, parseOriginalLength, truncateToMarker } from '../../src/reduce.ts';

const reference = formatDuplicateMarker({ of: 'a.ts', length: 900 });

test.each([
  ['a text', 'word '.repeat(200), formatTruncationMarker(1_000)],
  [
    'a truncated text',
    formatTruncationMarker(90_000, 'x'.repeat(100)),
    formatTruncationMarker(90_000),
  ],
  ['a summary', formatSummaryMarker({ text: 'x'.repeat(90) }), formatTruncationMarker(101)],
  ['a text that is hardly longer', 'x'.repeat(80), undefined],
  ['a marker without a text', formatTruncationMarker(90_000), undefined],
  ['another marker', reference, undefined],
])('the marker that replaces %s', (_, text, marker) => {
  expect(truncateToMarker(text)).toBe(marker);
});

test.each([
  ['Yes.', 4],
  [formatTruncationMarker(1_234, 'It began'), 1_234],
  ['[summary: all is well]', 22],
  [reference, undefined],
  [PRUNED_POINTER, undefined],
])('the original length of %j is %s', (text, length) => {
  expect(parseOriginalLength(text)).toBe(length);
});

test('replaces a reference with a truncation marker, and keeps other texts', () => {
  expect(detachReference(reference)).toBe(formatTruncationMarker(900));
  expect(detachReference('See a.ts.')).toBe('See a.ts.');
});
