import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser } from '../../src/rank.ts';
import {
  isContinuation,
  isGapUnit,
  isTrivial,
  getOmittedCount,
  unitEnd,
  unitLength,
  unitStart,
  unitText,
  type ParsedText,
} from '../../src/reading/parsed-text.ts';
import { anyText } from '../texts.ts';
import { unitsOf } from '../units-of.ts';

const reader = createTextParser();

/** The texts of the units for which a predicate holds. */
const textsOf = (
  reading: ParsedText,
  isSo: (reading: ParsedText, unit: number) => boolean,
): string[] =>
  Array.from({ length: reading.count }, (_, unit) => unit)
    .filter((unit) => isSo(reading, unit))
    .map((unit) => unitText(reading, unit));

test('the accessors return the start, end, length and text of every unit', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const reading = reader.read(text);
      for (const [unit, { start, end, text: said }] of unitsOf(reading, reader).entries()) {
        expect(unitStart(reading, unit)).toBe(start);
        expect(unitEnd(reading, unit)).toBe(end);
        expect(unitLength(reading, unit)).toBe(end - start);
        expect(unitText(reading, unit)).toBe(said);
      }
    }),
  );
});

test('classifies lines as trivial, as gap markers or as continuations', () => {
  const long = 'a word and a name, '.repeat(20);
  const reading = reader.read(`one line\n\n}\n…21\n${long}`);
  expect(textsOf(reading, isTrivial)).toEqual(['', '}', '…21']);
  expect(textsOf(reading, isGapUnit)).toEqual(['…21']);
  expect(textsOf(reading, (of, unit) => getOmittedCount(of, unit) === 21)).toEqual(['…21']);
  const pieces = textsOf(reading, isContinuation);
  expect(pieces.length).toBeGreaterThan(1);
  expect(long.trimEnd().endsWith(pieces.join(''))).toBe(true);
  const whole = reader.parseAsOneUnit('two\nlines');
  expect([isGapUnit(whole, 0), getOmittedCount(whole, 0)]).toEqual([true, 2]);
});
