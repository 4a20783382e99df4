import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCandidate } from '../src/cue-finder.ts';
import { judgeByEveryCue, judgeSentence } from '../src/judge-sentence.ts';
import { requiredWords } from '../src/required-words.ts';
import { CONSTRAINTS, NEAR_MISSES } from './constraints.ts';
import { textOfCue, WORD_CUES } from './cue-texts.ts';

test('every cue of a language with words is announced by a word', () => {
  expect(WORD_CUES.filter((source) => requiredWords(source) === undefined)).toEqual([]);
});

test('whatever a cue matches, the finder proposes that cue', { timeout: 60_000 }, () => {
  let matched = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...WORD_CUES),
      fc.infiniteStream(fc.nat(1_000_000)),
      (source, seed) => {
        const text = textOfCue(source, (below) => (seed.next().value as number) % below);
        const word = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`, 'u');
        if (!word.test(text)) return;
        matched += 1;
        for (const written of [
          text,
          `${text[0]!.toUpperCase()}${text.slice(1)}`,
          text.replaceAll(' ', '  '),
        ]) {
          const sources = findCandidate(written, 0, written.length)?.cues.map((cue) => cue.source);
          expect(sources).toContain(source);
        }
      },
    ),
    { numRuns: 4000 },
  );
  expect(matched).toBeGreaterThan(1000);
});

const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...WORD_CUES), fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }))
    .map(([source, picks]) => {
      let next = 0;
      return textOfCue(source, (below) => picks[next++ % picks.length]! % below);
    }),
  fc.constantFrom(...WORD_CUES.flatMap((source) => requiredWords(source)!.map(({ word }) => word))),
  fc.constantFrom(...CONSTRAINTS.map(([, text]) => text), ...NEAR_MISSES),
  fc.constantFrom(
    'we',
    'the',
    'Ça',
    'you',
    'I',
    'не',
    '**',
    '*',
    '_',
    '`x`',
    '"',
    '“so”',
    '<b>',
    '|',
    'K',
    'İ',
    'e\u0301',
    '’',
    '👍',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const sentences = fc
  .array(
    fc.tuple(
      piece,
      fc.constantFrom(' ', ' ', ' ', '  ', ', ', '. ', '; ', '-', '? ', '', ' — ', "'"),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .chain((parts) =>
    fc.constantFrom(
      parts.flat().join(''),
      parts.flat().join('').toUpperCase(),
      `${parts.flat().join('')}?`,
    ),
  );

test('what no cue is proposed for, no cue would bind: trying all of them gives the same answer', () => {
  fc.assert(
    fc.property(sentences, (sentence) => {
      expect(judgeSentence(sentence)).toBe(judgeByEveryCue(sentence));
    }),
    { numRuns: 1500 },
  );
}, 60_000);

test('most sentences that bind nobody are put aside before they are folded', () => {
  const calm = 'The cache was built last year by a small team in the north.';
  expect(findCandidate(calm, 0, calm.length)).toBe(undefined);
});
