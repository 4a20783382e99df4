import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSpanTable } from '../../src/words/span-table.ts';

const span = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 12 }), fc.nat(12), fc.nat(12))
  .map(([text, one, other]) => {
    const [start, end] = [
      Math.min(one, other, text.length),
      Math.min(Math.max(one, other), text.length),
    ];
    return { text, start, end };
  });

test('numbers pieces in the order of their first occurrence, as a map would', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
      const table = createSpanTable();
      const map = new Map<string, number>();
      for (const { text, start, end } of spans) {
        const piece = text.slice(start, end);
        expect(table.find(text, start, end)).toBe(map.get(piece) ?? -1);
        if (!map.has(piece)) map.set(piece, map.size);
        expect(table.number(text, start, end)).toBe(map.get(piece));
      }
      expect(table.pieces).toEqual([...map.keys()]);
    }),
  );
});

test('pieces keep their numbers while the table grows', () => {
  const table = createSpanTable();
  const names = Array.from({ length: 5_000 }, (_, at) => `name-${at}`);
  for (const name of names) table.number(name, 0, name.length);
  expect(names.map((name) => table.find(name, 0, name.length))).toEqual([...names.keys()]);
});
