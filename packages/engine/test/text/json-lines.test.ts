import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJsonAsLines } from '../../src/text/json-lines.ts';

test('JSON becomes a line for each member, texts without quotes and escapes, short groups as they are', () => {
  const orders = [
    { id: 'order-7', to: { street: 'Gate 4', city: 'Hall' }, note: 'It is late.\nIt "must" go.' },
    {
      id: 'order-8',
      to: { street: 'Gate 5 behind the second crane', city: 'Hall', floor: 12 },
      rows: [],
    },
  ];
  expect(formatJsonAsLines(JSON.stringify({ orders, total: 2, next: null }))?.split('\n')).toEqual([
    'orders:',
    '  - id: order-7',
    '    to: {"street":"Gate 4","city":"Hall"}',
    '    note:',
    'It is late.',
    'It "must" go.',
    '  - id: order-8',
    '    to: {"street":"Gate 5 behind the second crane","city":"Hall","floor":12}',
    '    rows: []',
    'total: 2',
    'next: null',
  ]);
});

test('a number keeps its digits', () => {
  const json = `{"first": 12345678901234567890, "second": 1.50, "third": "${'x'.repeat(60)}"}`;
  expect(formatJsonAsLines(json)?.split('\n').slice(0, 2)).toEqual([
    'first: 12345678901234567890',
    'second: 1.50',
  ]);
});

test.each(['{"a":1}', 'not JSON', `"${'x'.repeat(80)}"`, `[${'1,'.repeat(60)}`])(
  'a short or other text has no lines of its own: %s',
  (text) => {
    expect(formatJsonAsLines(text)).toBeUndefined();
  },
);

test('every text of a value stands in its lines', () => {
  const textsOf = (value: unknown): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(textsOf)
        : [];
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), (value) => {
      const lines = formatJsonAsLines(JSON.stringify(value));
      if (lines === undefined) return;
      for (const text of textsOf(value)) {
        const isThere = lines.includes(text.toWellFormed());
        // In a group on one line it is written as JSON.
        expect(isThere || lines.includes(JSON.stringify(text).slice(1, -1))).toBe(true);
      }
    }),
  );
});

test('a value of 2,000 groups in each other is written', () => {
  const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
  expect(formatJsonAsLines(deep)?.split('\n').length).toBeGreaterThan(50);
});
