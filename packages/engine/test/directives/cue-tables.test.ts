import { expect, test } from 'vitest';
import {
  CUE_GROUPS,
  LEVELS_BY_STRENGTH,
  type CueTable,
} from '../../src/directives/cues/cue-table.ts';
import { readCueTables } from '../../src/directives/cues/cue-tables.ts';

const DECLARED_WORD = /^(?:\p{Ll}+|\p{Ll}{3,}\*)$/u;

test('every cue of a language with words declares words, or prefixes of at least three letters', () => {
  const cues = readCueTables().flatMap((table) => (table.hasWords ? table.cues : []));
  const undeclared = cues.filter(
    ({ words }) => words.length === 0 || words.some((word) => !DECLARED_WORD.test(word)),
  );
  expect(undeclared.map(({ source }) => source)).toEqual([]);
});

test('the tables have only known settings, groups and levels', () => {
  // An object only so that the compiler names a missing setting.
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
