import { findDirectives } from '../../src/directives/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONSTRAINTS, NEAR_MISSES } from './constraints.ts';

test.each(CONSTRAINTS)('%s: %s', (level, sentence) => {
  expect(findDirectives(sentence)).toEqual([
    { text: sentence, start: 0, end: sentence.length, level },
  ]);
});

test.each(NEAR_MISSES)('finds no directive: %s', (sentence) => {
  expect(findDirectives(sentence)).toEqual([]);
});

test('finds a directive among other sentences, with its offsets', () => {
  const text = 'Hello!\r\nFix the parser, please. Never touch `lexer.ts`.\r\n\r\nThanks a lot.\r\n';
  const [found, ...others] = findDirectives(text);
  expect(found).toMatchObject({ text: 'Never touch `lexer.ts`.', level: 'must-not' });
  expect(text.slice(found!.start, found!.end)).toBe(found!.text);
  expect(others).toEqual([]);
});

test('a question is not a directive unless it forbids or restricts politely', () => {
  expect(levels('Must the answer be sorted? Why do you never ask?')).toEqual([]);
  expect(levels('Could you please never ask twice? Could you only use the cache?')).toEqual([
    'must-not',
    'only',
  ]);
});

test('finds a directive before a question in a line of lowercase sentences', () => {
  expect(levels('we must not lose the old rows. is that an easy change?')).toEqual(['must-not']);
});

test('uses the strongest level when several cues match', () => {
  expect(levels('You should use the new API, but never call the old one.')).toEqual(['must-not']);
  expect(levels('If possible, make sure it is sorted.')).toEqual(['must']);
});

test('returns only the binding clauses of a very long sentence, each with at most 500 units', () => {
  const filler = 'and then there was some more to tell about it, ';
  const text = `${filler.repeat(20)}but never push to main, ${filler.repeat(20)}the end`;
  const found = findDirectives(text);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ level: 'must-not' });
  expect(found[0]!.text).toContain('never push to main');
  expect(found[0]!.text.length).toBeLessThanOrEqual(500);
  expect(text.slice(found[0]!.start, found[0]!.end)).toBe(found[0]!.text);
});

test('splits no grapheme after a cue, however long the text without spaces is', () => {
  const family = '👩‍👩‍👧‍👦';
  const found = findDirectives(`never${family.repeat(200)}`);
  for (const { text } of found) {
    expect(text.isWellFormed()).toBe(true);
    expect(text.replace(/^never/, '').replaceAll(family, '')).toBe('');
  }
});

const sentence = fc.oneof(
  fc.constantFrom(...CONSTRAINTS.map(([, text]) => text), ...NEAR_MISSES),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const paragraphs = fc
  .array(
    fc.tuple(
      sentence,
      fc.constantFrom(' ', '\n', '\r\n', '\n\n', '\n- ', '\n> ', '\n```\n', '\u2028'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.flat().join(''));

test('returns trimmed slices of single lines, in order, without overlap, with at most 500 units each', () => {
  fc.assert(
    fc.property(paragraphs, (text) => {
      let last = 0;
      for (const { text: said, start, end } of findDirectives(text)) {
        expect(text.slice(start, end)).toBe(said);
        expect(said).toBe(said.trim());
        expect(said).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(said.length).toBeGreaterThan(0);
        expect(said.length).toBeLessThanOrEqual(500);
        expect(start).toBeGreaterThanOrEqual(last);
        last = end;
      }
    }),
  );
});

test('returns the same directives on each call, with any paragraphs before and after', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CONSTRAINTS), fc.constantFrom(...NEAR_MISSES), (one, other) => {
      const [level, said] = one;
      const text = `${other}\n\n${said}\n\n${other}`;
      const start = other.length + 2;
      const expected = [{ text: said, start, end: start + said.length, level }];
      expect(findDirectives(text)).toEqual(expected);
      expect(findDirectives(text)).toEqual(expected);
    }),
  );
});

function levels(text: string): string[] {
  return findDirectives(text).map(({ level }) => level);
}
