import { findDirectives } from '../../src/directives/index.ts';
import { expect, test } from 'vitest';

const MEGABYTE = 1_000_000;

const HOSTILE: readonly (readonly [name: string, unit: string])[] = [
  ['one letter', 'a'],
  ['blanks', ' '],
  ['line ends', '\n'],
  ['commas', ', '],
  ['a cue without end', 'only '],
  ['an imperative without end', 'use '],
  ['prohibitions', "don't "],
  ['polite words', 'please, '],
  ['reports without end', 'he said '],
  ['what would be and avoid', 'would and avoid '],
  ['conditions without end', 'if it '],
  ['quotation marks', '"'],
  ['backticks', '`a'],
  ['asterisks', '*'],
  ['opening elements', '<log>'],
  ['opening comments', '<!--'],
  ['angle brackets', '<a '],
  ['combining marks', '\u0301'],
  ['Chinese prohibitions', '不要'],
  ['French beginnings', 'ne '],
  ['rules and items', 'Rules:\n- a\n'],
  ['fences', '```\n'],
  ['half emoji', '\ud83d'],
];

test.each(HOSTILE)(
  'reads a megabyte of %s, and returns only verbatim slices of at most 500 units',
  (_, unit) => {
    const text = unit.repeat(Math.ceil(MEGABYTE / unit.length));
    const others = findDirectives(text).filter(
      ({ text: said, start, end }) => said !== text.slice(start, end) || said.length > 500,
    );
    expect(others).toEqual([]);
  },
  300_000,
);
