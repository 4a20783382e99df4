import { expect, test } from 'vitest';
import { writeSummary } from '../../src/reduce.ts';

const text = 'The door is blue and the painter comes on Friday. '.repeat(30).trim();
const summary = { text, entities: [], kind: 'prose' } as const;

test('a summary that is not shorter than the text is dropped', () => {
  expect(writeSummary(summary, { below: 200 })).toBeUndefined();
  expect(writeSummary(summary, { below: text.length })).toBeUndefined();
});
