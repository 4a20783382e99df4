import { findReplacedStatements, isStatement } from '../../src/directives/words.ts';
import { expect, test } from 'vitest';

test.each([
  'FACT: the gate opens at dawn.',
  'The ticket for this is PORT-417.',
  'Our database runs Postgres 15 in eu-north-2.',
  'The report goes to Ada Lovelace.',
  'I prefer answers without lists.',
  'The next step is the migration script.',
])('“%s” states something to remember', (sentence) => {
  expect(isStatement(sentence)).toBe(true);
});

test.each([
  'Let us look at the layout of the folders.',
  'The retries wait a little longer each time.',
  'Can you open ticket PORT-417?',
  'and then run it again on PORT-417',
])('“%s” states nothing', (sentence) => {
  expect(isStatement(sentence)).toBe(false);
});

test.each([
  ['The budget cap is $500 total.', 'The budget cap is $800 total.'],
  ['The launch deadline is 2027-03-19.', 'Update: the launch moved to August 21.'],
  ['Report all times in UTC.', 'From now on, report all times in Pacific time.'],
  ['The project codename is HERON-172.', 'We are calling the project EGRET-121 now.'],
  ['Work on branch spike/one-1 only.', 'We rebased onto spike/two-2 this morning.'],
  ['Never disclose the vault code adwgk-18.', 'Never disclose the new vault code bolib-77.'],
])('“%s” is replaced by “%s”', (older, newer) => {
  expect([...findReplacedStatements([older, 'It works.', newer])]).toEqual([0]);
});

test.each([
  ['The production database is Postgres 15.', 'The staging database is Postgres 16.'],
  ['Never touch src/a.ts.', 'Never touch src/b.ts.'],
  ['Never edit README.md by hand.', 'Update README.md with the new flags.'],
  ['The release ticket is PORT-12.', 'Did the release move to PORT-13 now?'],
  ['The gate is at 10.0.0.1.', 'The gate is at 10.0.0.1.'],
  ['Never deploy the gate on Fridays.', 'The gate is deployed on Mondays now.'],
])('“%s” stays beside “%s”', (older, newer) => {
  expect([...findReplacedStatements([older, newer])]).toEqual([]);
});

test('of several values, only the newest holds', () => {
  const sentences = ['The cap is $1.', 'The cap is $2.', 'The cap is $3.'];
  expect([...findReplacedStatements(sentences)]).toEqual([0, 1]);
});
