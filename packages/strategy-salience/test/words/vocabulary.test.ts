import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND } from '../../src/words/term-kind.ts';
import { subWords } from '../../src/words/sub-words.ts';
import { scanTerms } from '../../src/words/scan-terms.ts';
import { createVocabulary, type Vocabulary } from '../../src/words/vocabulary.ts';

const termsIn = (vocabulary: Vocabulary, text: string): readonly number[] =>
  scanTerms(text, vocabulary);

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
  expect(['one', 'two', 'one'].map(vocabulary.line)).toEqual([0, 1, 0]);
  expect([0, 1].map(vocabulary.lineText)).toEqual(['one', 'two']);
  expect(vocabulary.lines).toBe(2);
});

test('a line has each of its terms once', () => {
  const vocabulary = createVocabulary();
  const line = vocabulary.line('session of saveSession, session');
  expect(vocabulary.termsOfLine(line).map(vocabulary.text)).toEqual(['session', 'saveSession']);
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
