import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND } from '../../src/words/term-kind.ts';
import { subWords } from '../../src/words/sub-words.ts';
import { createIntList } from '../../src/words/int-list.ts';
import { scanTerms } from '../../src/words/scan-terms.ts';
import { createVocabulary, type Vocabulary } from '../../src/words/vocabulary.ts';

function termsIn(vocabulary: Vocabulary, text: string): number[] {
  const found = createIntList();
  scanTerms(text, 0, text.length, vocabulary, found);
  return [...found.values.subarray(0, found.length)];
}

test('a term has one number and one kind, whatever the order of occurrence', () => {
  const parts = fc.constantFrom(
    'save',
    'session',
    'Ledger',
    '12',
    '1234',
    'a_b_c',
    'x.ts',
    'é',
    '-',
    '.',
    '/',
    ':',
    '@',
    '$',
  );
  const run = fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
      const forwards = createVocabulary();
      const backwards = createVocabulary();
      const kinds = (vocabulary: typeof forwards, of: readonly string[]): Map<string, number> =>
        new Map(
          of
            .flatMap((each) => termsIn(vocabulary, each))
            .map((term) => [vocabulary.text(term), vocabulary.kind(term)]),
        );
      const met = kinds(forwards, runs);
      expect(kinds(backwards, runs.toReversed())).toEqual(met);
      expect(new Set(runs.flatMap((each) => termsIn(forwards, each))).size).toBe(met.size);
    }),
  );
});

test('a pair of letters in a script without spaces is a plain word', () => {
  const vocabulary = createVocabulary();
  const term = vocabulary.pair('会話');
  expect(vocabulary.pair('会話')).toBe(term);
  expect([vocabulary.text(term), vocabulary.kind(term)]).toEqual(['会話', KIND.plain]);
});

test('gives equal lines the same number', () => {
  const vocabulary = createVocabulary();
  expect([
    vocabulary.line('one', 0, 3),
    vocabulary.line('two', 0, 3),
    vocabulary.line('one', 0, 3),
  ]).toEqual([0, 1, 0]);
  expect([0, 1].map(vocabulary.lineText)).toEqual(['one', 'two']);
  expect(vocabulary.lines).toBe(2);
});

test('a line has each of its terms once, whichever text it is in', () => {
  const vocabulary = createVocabulary();
  const text = 'session of saveSession, session\n';
  const first = vocabulary.line(text, 0, text.length - 1);
  const again = vocabulary.line(`> ${text}`, 2, text.length + 1);
  const found = createIntList();
  vocabulary.addTermsOfLine(again, found);
  expect(again).toBe(first);
  expect(Array.from(found.values.subarray(0, found.length), vocabulary.text)).toEqual([
    'session',
    'saveSession',
  ]);
});

test.each([
  ['saveSessionState', ['save', 'session', 'state']],
  ['HTTPServer', ['https', 'erver']],
  ['MAX_RETRIES2024', ['max', 'retries', '2024']],
  ['größeÄndern', ['größe', 'ändern']],
  ['a-b-c', []],
  ['dotted.name.dotted', ['dotted', 'name']],
])('the words of %s are %j', (name, words) => {
  expect(subWords(name)).toEqual(words);
});

/** The rule of the scanner as one regular expression. */
const SUB_WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}|\d{2,}/gu;

test('finds the same words inside a name as the regular expression', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    'Z',
    'Y',
    '0',
    '9',
    '_',
    '-',
    'é',
    'Ä',
    'ß',
    'Dž',
    '𝒜',
    '会',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), (name) => {
      const words = (name.match(SUB_WORD) ?? []).filter((word) => word.length > 2);
      expect(subWords(name)).toEqual([...new Set(words.map((word) => word.toLowerCase()))]);
    }),
    { numRuns: 500 },
  );
});
