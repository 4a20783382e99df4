import { MARKER_LEGEND } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import { CONTINUES, DEFINES, NUMBERED, TRIVIAL } from '../../src/reading/parsed-text.ts';
import { anyText } from '../texts.ts';
import { unitsOf, type Unit, linesOf } from '../units-of.ts';

function unitsOfText(text: string): Unit[] {
  const reader = createTextParser();
  return unitsOf(reader.parseLines(text), reader);
}

test('units are in text order, with only white space between them', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let at = 0;
      for (const { start, end } of unitsOfText(text)) {
        expect(text.slice(at, start)).toMatch(/^[ \t\r\n]*$/);
        expect(end).toBeGreaterThanOrEqual(start);
        at = end;
      }
      expect(text.slice(at)).toMatch(/^[ \t\r\n]*$/);
    }),
  );
});

test('every line is one unit, the pieces of a long line, or part of a run of trivial lines', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const lines: string[] = [];
      for (const { text: piece, shape, line } of unitsOfText(text)) {
        if (line < -1) lines.push(...piece.split('\n').map((one) => one.replace(/[ \t\r]+$/, '')));
        else if ((shape & CONTINUES) === 0) lines.push(piece);
        else lines.push((lines.pop() ?? '') + piece);
      }
      const expected = linesOf(text).map((line) => line.replace(/[ \t\r]+$/, ''));
      expect(lines.map((line) => line.trimStart())).toEqual(
        expected.map((line) => line.replace(/^[ \t]+/, '').trimStart()),
      );
    }),
  );
});

test.each([
  ['behind a bracket', '1→\n2→\\\t\n3→\n4→', ['1→', '2→\\', '3→\n4→']],
  ['before a numbered one', '1→\n2→\n3→\n   4→}', ['1→\n2→\n3→', '4→}']],
])('blanks %s are not a separate line', (_where, text, expected) => {
  expect(unitsOfText(text).map((unit) => unit.text)).toEqual(expected);
});

test('splits no surrogate pair', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(text.isWellFormed());
      expect(unitsOfText(text).every((unit) => unit.text.isWellFormed())).toBe(true);
    }),
  );
});

test('splits a long line after its clauses', () => {
  const clause = 'the session that was saved before the server went down, ';
  const [first] = unitsOfText(clause.repeat(6));
  expect(first!.text).toBe(clause);
});

test('splits a long line of adjacent keys into pieces shorter than 97 characters', () => {
  const row = '{"id":"a-1","name":"desk","state":"open"},'.repeat(6);
  for (const { text } of unitsOfText(`: ${row}`)) expect(text.length).toBeLessThan(97);
});

test.each([
  ['an arrow', '  12→\tconst a = 1;', 'const a = 1;'],
  ['a tab', '    12\tconst a = 1;', 'const a = 1;'],
  ['a colon', '12:const a = 1;', 'const a = 1;'],
  ['a bar', '12| const a = 1;', 'const a = 1;'],
  ['two spaces', '12  const a = 1;', 'const a = 1;'],
])('a line numbered with %s has the same id as the line without a number', (_, numbered, plain) => {
  const reader = createTextParser();
  const [first] = unitsOf(reader.parseLines(`${numbered} // saved`), reader);
  const [second] = unitsOf(reader.parseLines(`${plain} // saved`), reader);
  expect(first!.shape & NUMBERED).toBe(NUMBERED);
  expect(first!.line).toBeGreaterThanOrEqual(0);
  expect(first!.line).toBe(second!.line);
});

test.each(['12→', '123\t', '  1234:  ', '123\t\r'])(
  'treats %j as a blank line with a number',
  (line) => {
    const [unit] = unitsOfText(line);
    expect(unit!.shape).toBe(NUMBERED | TRIVIAL);
    expect(unit!.terms).toEqual([]);
  },
);

test('a line has the same id whatever its indentation, trailing blanks and line ending', () => {
  const reader = createTextParser();
  const text = '\t\tawait saveSessionState(state);\r\nawait saveSessionState(state);  \n';
  const [first, second] = unitsOf(reader.parseLines(text), reader);
  expect(first!.line).toBe(second!.line);
});

test.each(['', '\n', ' \t\r\n  \n', '}', '{\n[\n]\n}', '  )\n'])(
  'every line of %j is trivial',
  (text) => {
    const units = unitsOfText(text);
    const lines = units.map(({ line }) => (line < -1 ? -1 - line : 1));
    expect(lines.reduce((sum, count) => sum + count, 0)).toBe(linesOf(text).length);
    for (const { shape } of units) expect(shape).toBe(TRIVIAL);
  },
);

test('a run of trivial lines is one unit, except for the bracket at the end of a text', () => {
  const run = '\n'.repeat(100_000);
  expect(unitsOfText(`first line of it${run}last line of it`)).toHaveLength(3);
  expect(
    unitsOfText(`first line of it${run}…7${run}last line of it`).map(({ line }) => line),
  ).toEqual([-1, -1 - (2 * 99_999 + 1 + 7 - 1), -1]);
  const ends = unitsOfText(`first line of it\n${'  }\n'.repeat(50)}\n\n`);
  expect(ends.map(({ text }) => text.trim())).toContain('}');
  expect(ends).toHaveLength(4);
});

test.each([
  ['…5', 5],
  ['  …123', 123],
  ['…', 1],
  ['…0', 1],
  ['#0a1b2c3d …21', 21],
  ['#0a1b2c3d.4 …21\r', 21],
  [`…21 ${MARKER_LEGEND}`, 21],
  [`#0a1b2c3d.1234 …123456789 ${MARKER_LEGEND}`, 123_456_789],
])('the earlier gap marker %j counts as %i lines', (mark, lines) => {
  const [, unit] = unitsOfText(`before\n${mark}\nafter`);
  expect(unit).toMatchObject({ line: -1 - lines, shape: TRIVIAL, terms: [] });
});

const defines = (line: string): boolean => (unitsOfText(line)[0]!.shape & DEFINES) !== 0;

test('recognizes definitions, imports, headings and decorators', () => {
  for (const line of [
    'export async function save() {',
    'import a from "b";',
    '# Heading',
    '12→  def save():',
    '@decorated',
  ])
    expect([line, defines(line)]).toEqual([line, true]);
  for (const line of ['return function', 'classes are', 'save();', ''])
    expect([line, defines(line)]).toEqual([line, false]);
});

test('a text parsed as one unit is a single unit that counts its lines', () => {
  const reader = createTextParser();
  const [unit, ...others] = unitsOf(reader.parseAsOneUnit('one\ntwo threeFour\nfive'), reader);
  expect(others).toEqual([]);
  expect(unit).toMatchObject({
    start: 0,
    end: 22,
    line: -4,
    terms: ['threeFour'],
  });
});
