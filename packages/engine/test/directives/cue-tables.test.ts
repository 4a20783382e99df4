import { expect, test } from 'vitest';
import {
  CUE_GROUPS,
  LEVELS_BY_STRENGTH,
  type CueTable,
} from '../../src/directives/cues/cue-table.ts';
import { readCueTables } from '../../src/directives/cues/cue-tables.ts';

const ANNOUNCING = /^(?:\p{Ll}+|\p{Ll}{3,}\*)$/u;

test('every cue of a language with words declares words, or prefixes of at least three letters', () => {
  const cues = readCueTables().flatMap((table) => (table.hasWords ? table.cues : []));
  const undeclared = cues.filter(
    ({ words }) => words.length === 0 || words.some((word) => !ANNOUNCING.test(word)),
  );
  expect(undeclared.map(({ source }) => source)).toEqual([]);
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
      expect(CUE_GROUPS).toContain(group);
      expect([...LEVELS_BY_STRENGTH, undefined]).toContain(level);
      expect(source).not.toBe('');
    }
  }
});
