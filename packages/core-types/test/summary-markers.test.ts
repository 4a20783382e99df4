import {
  formatDuplicateMarker,
  isMarker,
  parseDuplicateMarker,
  formatSummaryMarker,
  formatTruncationMarker,
} from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a summary marker has text, message count and entities, in this order', () => {
  expect(formatSummaryMarker({ text: 'The build works.' })).toBe('[summary: The build works.]');
  expect(
    formatSummaryMarker({ text: 'Works.', id: 'sum_1', merged: 2, entities: ['npm', 'WebSocket'] }),
  ).toBe('[summary#sum_1: Works. (2 messages merged) | entities: npm, WebSocket]');
  expect(formatSummaryMarker({ text: 'One.', merged: 1 })).toBe('[summary: One.]');
});

test('a duplicate marker names the kept copy and the length of the duplicate', () => {
  expect(formatDuplicateMarker({ of: 'msg_42', length: 1234, prefix: 'cce:' })).toBe(
    '[cce:dup of msg_42 — 1234 chars]',
  );
  expect(formatDuplicateMarker({ of: 'a.ts', length: 7, similarity: 0.914 })).toBe(
    '[near-dup of a.ts — 7 chars, ~91% match]',
  );
});

test('a shown similarity is never below the threshold', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      const [threshold, similarity] = a < b ? [a, b] : [b, a];
      const marker = formatDuplicateMarker({ of: 'x', length: 1, similarity, threshold });
      const printed = Number(/~(\d+)%/.exec(marker)![1]);
      expect(printed).toBeGreaterThanOrEqual(threshold * 100);
      expect(printed).toBeLessThanOrEqual(100);
    }),
  );
});

test('parses a duplicate marker with an em dash or a hyphen', () => {
  const line = fc.string({ maxLength: 300 }).filter((text) => !text.includes('\n'));
  fc.assert(
    fc.property(line, fc.nat(), fc.boolean(), (of, length, isNear) => {
      const marker = formatDuplicateMarker({ of, length, ...(isNear ? { similarity: 0.9 } : {}) });
      expect(parseDuplicateMarker(marker)).toEqual({ of, length, isNear });
      expect(parseDuplicateMarker(marker.replace(' — ', ' - '))?.length).toBe(length);
    }),
  );
  for (const other of [
    '[dup of a]',
    'dup of a — 3 chars',
    '[dup of a\nb — 3 chars]',
    'x'.repeat(2e6),
  ]) {
    expect(parseDuplicateMarker(other)).toBeUndefined();
  }
});

test('isMarker recognizes summary, duplicate and truncation markers', () => {
  for (const marker of [
    formatSummaryMarker({ text: 'a', id: 'cce_sum_1a', entities: ['b'] }),
    formatDuplicateMarker({ of: 'msg', length: 3 }),
    formatDuplicateMarker({ of: '"Once upon" below', length: 3, similarity: 1, prefix: 'cce:' }),
    formatTruncationMarker(4096, 'begins\nwith this'),
    formatTruncationMarker(4096),
  ]) {
    expect(isMarker(marker)).toBe(true);
  }
  expect(formatTruncationMarker(20)).toBe('[truncated — 20 chars]');
});
