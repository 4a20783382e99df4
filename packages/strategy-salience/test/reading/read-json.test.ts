import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser } from '../../src/rank.ts';
import { CONTINUES, KEY, TRIVIAL } from '../../src/reading/parsed-text.ts';
import { anyJson, anyText } from '../texts.ts';
import { unitsOf, type Unit } from '../units-of.ts';

const PADDING = ' '.repeat(60);

function read(text: string): { form: string; units: Unit[] } {
  const reader = createTextParser();
  const reading = reader.read(text);
  return { form: reading.form, units: unitsOf(reading, reader) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const spaced = fc.tuple(anyJson, fc.constantFrom(undefined, 2, '\t')).map(([value, space]) => {
  const text = JSON.stringify(value, undefined, space);
  return text + PADDING;
});

test('reads a JSON object or array as JSON, and any other JSON value as lines', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        spaced,
        fc.json({ maxDepth: 6 }).map((text) => `${text}${PADDING}`),
      ),
      (text) => {
        const isGroup = text.startsWith('{') || text.startsWith('[');
        expect(read(text).form).toBe(isGroup ? 'json' : 'lines');
      },
    ),
  );
});

test('reads damaged text as JSON exactly when it still parses', () => {
  const damage = fc.constantFrom(
    '',
    ',',
    ':',
    '"',
    '}',
    ']',
    '[',
    '{',
    '\\',
    '\n',
    '\u0001',
    '0',
    '-',
    'e',
    '.',
    'u12',
    'null',
    ' ',
  );
  fc.assert(
    fc.property(spaced, damage, fc.nat(), fc.nat(3), (text, piece, place, removed) => {
      const at = 1 + (place % Math.max(1, text.trimEnd().length - 1));
      const damaged = text.slice(0, at) + piece + text.slice(at + removed);
      fc.pre(damaged.length >= 60 || isJson(damaged));
      expect(read(damaged).form).toBe(isJson(damaged) ? 'json' : 'lines');
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['{"a":01}', false],
  ['{"a":1.}', false],
  ['{"a":-}', false],
  ['{"a":1e5,"a":2}', true],
  ['{"a":"\\x"}', false],
  ['{"a":"\\u12g4"}', false],
  ['{"a":"\\ud800"}', true],
  ['{"a":"\t"}', false],
  ['[1,]', false],
  ['{]', false],
  ['[1] 2', false],
  ['{"a" 1}', false],
  ["{'a':1}", false],
  ['\uFEFF{"a":1}', false],
])('%s with padding is read as JSON: %s', (text, expected) => {
  const padded = text.startsWith('\uFEFF') ? text + PADDING : PADDING + text;
  expect(isJson(padded)).toBe(expected);
  expect(read(padded).form).toBe(expected ? 'json' : 'lines');
});

test('JSON deeper than 100 groups stays JSON, with everything deeper as one unit', () => {
  const long = 'a member that is longer than a small group may be, whatever else it holds';
  const nested = (depth: number): string =>
    `${`{"${long}":1,"in":`.repeat(depth)}"${long}"${'}'.repeat(depth)}`;
  const unitsIn = (depth: number): string[] => read(nested(depth)).units.map(({ text }) => text);
  expect(unitsIn(100)).toHaveLength(101);
  const deep = unitsIn(103);
  expect(deep.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => `"${long}":1`));
  expect(deep.slice(100)).toEqual([`"in":${nested(3)}`]);
  expect(read('['.repeat(100_000) + ']'.repeat(100_000)).form).toBe('json');
  expect(read('['.repeat(100_000) + ']'.repeat(99_999)).form).toBe('lines');
});

test('parses text that turns out not to be JSON exactly like plain lines', () => {
  const text = `{"path": "src/a.ts",\n "rows": [{"id": "x-12345"}, {"id": "y-54321"}]${PADDING}\n`;
  const reader = createTextParser();
  expect(unitsOf(reader.read(text), reader).map((unit) => unit.text)).toEqual(
    unitsOf(reader.parseLines(text), reader).map((unit) => unit.text),
  );
});

test('a unit of JSON is a whole member, a whole item, a key, or a line of a long text', () => {
  fc.assert(
    fc.property(spaced, (text) => {
      let at = 0;
      for (const { text: piece, start, end, shape, terms } of read(text).units) {
        expect(start).toBeGreaterThanOrEqual(at);
        at = end;
        expect(new Set(terms).size).toBe(terms.length);
        const isLine =
          (shape & (TRIVIAL | CONTINUES)) !== 0 || text.slice(start - 1, start) === '"';
        const whole =
          (shape & KEY) === 0 ? [`{${piece}}`, `[${piece}]`, `["${piece}"]`] : [`{${piece}1}`];
        expect(isLine || whole.some(isJson)).toBe(true);
      }
    }),
  );
});

/** Ids of whole lines, without those that start with a number: inside JSON, these are lines like any other. */
function linesOf(units: readonly Unit[]): number[] {
  return units
    .filter(({ line, text }) => line >= 0 && !/^\d+[→\t:|]/.test(text))
    .map(({ line }) => line);
}

test('a text inside JSON has the same lines as the text alone', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(text.isWellFormed());
      const long = `${text}\n${'word '.repeat(40)}`;
      const reader = createTextParser();
      const inside = unitsOf(reader.read(JSON.stringify({ text: long })), reader);
      const alone = unitsOf(reader.parseLines(long), reader);
      const short = new Set(
        alone.filter(({ text: own }) => JSON.stringify(own).length < 90).map(({ line }) => line),
      );
      expect(linesOf(inside).filter((line) => short.has(line))).toEqual(
        linesOf(alone).filter((line) => short.has(line)),
      );
    }),
  );
});

test('pieces of a long line in JSON split no escape sequence and no surrogate pair', () => {
  const letters = fc.constantFrom('\\ud83d\\ude00', '\\u00e9', '\\\\', '\\"', 'é', '😀', 'a');
  fc.assert(
    fc.property(fc.array(letters, { minLength: 100, maxLength: 200 }), (written) => {
      for (const { text } of read(`{"text":"${written.join('')}"}`).units) {
        expect((JSON.parse(`"${text}"`) as string).isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a gap marker of an earlier compression counts the members or items that it replaces', () => {
  const { units } = read(
    JSON.stringify({
      first: 'kept as it was',
      '…': 12,
      rows: ['a long item that stays as it is', '…3', 'another long item of the list'],
    }),
  );
  expect(units.filter(({ line }) => line < -1).map(({ text, line }) => [text, -1 - line])).toEqual([
    ['"…":12', 12],
    ['"…3"', 3],
  ]);
  expect(read(`{"\\u2026":7,"another":"member of some length"}${PADDING}`).units[0]!.line).toBe(-8);
});

test.each([
  '"all of them"',
  '1.5',
  'null',
  '{}',
  '[1,2]',
  `["${'an item '.repeat(9)}",{"…":"${'a text '.repeat(30)}"}]`,
])('a member named like a marker counts as one member when its value is %s', (value) => {
  const { form, units } = read(`{"…":${value},"another":"member of some length"}${PADDING}`);
  expect(form).toBe('json');
  expect(units.map(({ text, line, shape }) => [text, line, shape & TRIVIAL])).toEqual([
    [`"…":${value}`, -2, TRIVIAL],
    ['"another":"member of some length"', expect.any(Number), 0],
  ]);
});

test.each([59, 60])('reads JSON as JSON from 60 characters on: %i characters', (length) => {
  const text = `["${'a'.repeat(length - 4)}"]`;
  expect(read(text).form).toBe(length < 60 ? 'lines' : 'json');
});
