import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatExactJson, parseExactJson } from '../src/json/exact-json.ts';
import { parseJson } from '../src/json/parse-json.ts';

const written = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, 3, '\t'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

test('agrees with JSON.parse on valid JSON, and reports the position of an error', () => {
  const damaged = fc
    .tuple(written, fc.nat(), fc.constantFrom('', '"', '{', ']', ',', '0', '\\', '\u{1}', 'e', '-'))
    .map(([text, at, piece]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + piece + text.slice(index + 1);
    });
  fc.assert(
    fc.property(damaged, (text) => {
      const { problem } = parseJson(text);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(problem === undefined).toBe(isJson);
      if (problem === undefined) return;
      expect(problem.reason).toMatch(/^this is not JSON: expected .+, got .+$/s);
      const line = text.split('\n')[problem.line - 1]!;
      expect(problem.column).toBeLessThanOrEqual(line.length + 1);
    }),
    { numRuns: 1000 },
  );
});

test('values without long numbers are read and written as by JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, '  '), (value, indent) => {
      const text = JSON.stringify(value);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
      expect(formatExactJson(parseExactJson(text), indent)).toBe(
        JSON.stringify(JSON.parse(text), undefined, indent),
      );
    }),
  );
});
