import { isMarker, MARKER_MAX_LENGTH } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { writeSummary } from '../../src/reduce.ts';

const text = 'The door is blue and the painter comes on Friday. '.repeat(30).trim();
const summary = { text, entities: [], kind: 'prose' } as const;

test('a summary that is longer than a marker is truncated, not dropped', () => {
  const written = writeSummary(summary, { below: 100_000 })!;
  expect(written.length).toBeLessThanOrEqual(MARKER_MAX_LENGTH);
  expect(written.length).toBeGreaterThan(MARKER_MAX_LENGTH - 20);
  expect(written).toMatch(/The door is blue[^]* …/);
  expect(isMarker(written)).toBe(true);
});

test('a summary that is not shorter than the text is dropped', () => {
  expect(writeSummary(summary, { below: 200 })).toBeUndefined();
  expect(writeSummary(summary, { below: text.length })).toBeUndefined();
});
