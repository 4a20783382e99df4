import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineTable } from '../../src/words/line-table.ts';
import { createWordTable } from '../../src/words/word-table.ts';

const span = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 12 }), fc.nat(12), fc.nat(12))
  .map(([text, one, other]) => {
    const [start, end] = [
      Math.min(one, other, text.length),
      Math.min(Math.max(one, other), text.length),
    ];
    return { text, start, end };
  });

test.each([
  ['words', createWordTable],
  ['lines', createLineTable],
])('numbers %s in the order of their first occurrence, as a map would', (_, createTable) => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
      const table = createTable();
      const map = new Map<string, number>();
      for (const { text, start, end } of spans) {
        const piece = text.slice(start, end);
        if (!map.has(piece)) map.set(piece, map.size);
        expect(table.number(text, start, end)).toBe(map.get(piece));
      }
      expect(table.size).toBe(map.size);
      expect(Array.from(map, ([, id]) => table.text(id))).toEqual([...map.keys()]);
    }),
  );
});

test('words keep their numbers while the table grows', () => {
  const table = createWordTable();
  const names = Array.from({ length: 5_000 }, (_, at) => `name-${at}`);
  for (const name of names) table.number(name, 0, name.length);
  expect(names.map((name) => table.number(name, 0, name.length))).toEqual([...names.keys()]);
});

test('tells words with the same hash apart', () => {
  const table = createWordTable();
  expect([
    table.find('one', 0, 3, 7),
    table.add('one', 0, 3, 7),
    table.add('two', 0, 3, 7),
  ]).toEqual([-1, 0, 1]);
  expect([table.find('two', 0, 3, 7), table.find('one', 0, 3, 7)]).toEqual([1, 0]);
  expect([table.find('six', 0, 3, 7), table.find('one', 0, 2, 7)]).toEqual([-1, -1]);
});
