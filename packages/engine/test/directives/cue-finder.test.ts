import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCandidate } from '../../src/directives/cue-finder.ts';
import { GROUPS, LEVELS, type CueTable } from '../../src/directives/cues/cue-table.ts';
import { readCueTables } from '../../src/directives/cues/cue-tables.ts';
import { textOfCue, WORD_CUES } from './cue-texts.ts';

const ANNOUNCING = /^(?:\p{Ll}+|\p{Ll}{3,}\*)$/u;

test('every cue of a language with words declares words, or prefixes of at least three letters', () => {
  expect(
    WORD_CUES.filter(
      ({ words }) => words.length === 0 || words.some((word) => !ANNOUNCING.test(word)),
    ).map(({ source }) => source),
  ).toEqual([]);
});

test('the tables have only known settings, groups and levels', () => {
  const settings = Object.keys({
    language: '',
    hasWords: true,
    joiningWords: '',
    leadingWords: '',
    orderVerbs: '',
    requestMarkers: '',
    unmarkedQuestions: '',
    requestQuestions: '',
    questionOpeners: '',
    cues: [],
  } satisfies Required<CueTable>);
  for (const table of readCueTables()) {
    expect(settings).toEqual(expect.arrayContaining(Object.keys(table)));
    for (const { group, level, source } of table.cues) {
      expect(GROUPS).toContain(group);
      expect([...LEVELS, undefined]).toContain(level);
      expect(source).not.toBe('');
    }
  }
});

test('proposes every cue that matches a text', { timeout: 300_000 }, () => {
  let matched = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...WORD_CUES.map(({ source }) => source)),
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
          const sources = findCandidate(written)?.cues.map((cue) => cue.source);
          expect(sources).toContain(source);
        }
      },
    ),
    { numRuns: 12_000 },
  );
  expect(matched).toBeGreaterThan(4000);
});

test('proposes no cue for a sentence without a cue word', () => {
  expect(findCandidate('The cache was built last year by a small team.')).toBe(undefined);
});
