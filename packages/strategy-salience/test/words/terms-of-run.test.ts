import { expect, test } from 'vitest';
import { TERM_KINDS } from '../../src/words/term-kind.ts';
import { termsOfRun } from '../../src/words/terms-of-run.ts';

/** Returns the terms of a run in the middle of a text. */
function terms(run: string): string[] {
  const found: string[] = [];
  const text = `a${run}b`;
  termsOfRun(text, 1, text.length - 1, (of, start, end, kind) => {
    found.push(`${TERM_KINDS[kind]} ${of.slice(start, end)}`);
  });
  return found;
}

test.each([
  ['src/ledger/save-session.ts', 'path ledger/save-session.ts', 'file save-session.ts'],
  ['/work/src/ledger', 'path src/ledger', 'plain ledger'],
  ['../Makefile', 'camel Makefile'].slice(0, 1).concat('plain Makefile'),
  ['packages/strategy-salience', 'path packages/strategy-salience', 'kebab strategy-salience'],
  ['@scope/package-name', 'path @scope/package-name', 'kebab package-name'],
])('the terms of the path %s are its end and its last part: %s', (run, ...expected) => {
  expect(terms(run)).toEqual(expected);
});

test.each([
  ['file.ts:12:5', 'file file.ts'],
  ['src/file.ts:1234:5', 'path src/file.ts', 'file file.ts', 'number 1234'],
  ['saveSession.:12', 'camel saveSession'],
])('excludes the position from the name in %s', (run, ...expected) => {
  expect(terms(run)).toEqual(expected);
});

test('a URL is a term as a whole, in addition to its parts', () => {
  expect(terms('https://api.example.org/v1/orders-by-day')).toEqual([
    'path https://api.example.org/v1/orders-by-day',
    'path v1/orders-by-day',
    'kebab orders-by-day',
  ]);
  expect(terms('http://localhost:8080')).toEqual([
    'path http://localhost',
    'plain localhost',
    'number 8080',
  ]);
});

test.each([
  [
    'session.state.isOpen',
    'dotted session.state.isOpen',
    'plain session',
    'plain state',
    'camel isOpen',
  ],
  ['user-name-field', 'kebab user-name-field', 'plain field'],
  ['person@example.org', 'dotted person@example.org', 'plain person', 'plain example'],
  ['.env.local', 'dotted env.local', 'plain local'],
  ['package.json', 'file package.json', 'plain package'],
])('the terms of the joined word %s are the word and its parts', (run, ...expected) => {
  expect(terms(run)).toEqual(expected);
});

test.each([
  ['MAX_RETRIES', 'snake MAX_RETRIES'],
  ['snake_case', 'snake snake_case'],
  ['__init__', 'plain __init__'],
  ['saveSession', 'camel saveSession'],
  ['größeÄndern', 'camel größeÄndern'],
  ['déjà_vu_état', 'snake déjà_vu_état'],
  ['session', 'plain session'],
  ['7f3a9c1', 'id 7f3a9c1'],
  ['2026-11-22', 'id 2026-11-22', 'number 2026'],
  ['HAT021', 'id HAT021'],
  ['1234', 'number 1234'],
  ['12345678', 'id 12345678'],
  ['$1250', 'number $1250', 'number 1250'],
  ['1.2.3.4', 'number 1.2.3.4'],
  ['2026-11-22T06:12:45', 'number 2026-11-22T06'],
  ['2026-11-22T06:12:45.031Z', 'number 2026-11-22T06:12:45.031Z'],
  ['2026-11-22T06', 'number 2026-11-22T06'],
  ['2026-11-22Tuesday', 'id 2026-11-22Tuesday', 'number 2026', 'id 22Tuesday'],
])('reads %s as %s', (run, ...expected) => {
  expect(terms(run)).toEqual(expected);
});

test.each(['and', 'the', 'x1', '123', '::', '/', '~/', '12:30'])('%s has no terms', (run) => {
  expect(terms(run)).toEqual([]);
});
