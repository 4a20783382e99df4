import { findDirectives } from '../../src/directives/index.ts';
import { expect, test } from 'vitest';

const ORDERS = [
  ['must-not', 'never push to main.'],
  ['must-not', 'no force pushes.'],
  ['must-not', 'zero pushes.'],
  ['must', 'always run the tests.'],
  ['only', 'only change this file.'],
] as const;

const INTENSIFIERS = [
  'Absolutely',
  'Seriously',
  'Honestly',
  'Most importantly,',
  'At all costs',
  'Ok, absolutely',
];

test.each(
  INTENSIFIERS.flatMap((word) => ORDERS.map(([level, order]) => [level, `${word} ${order}`])),
)('an order that is stressed stays an order: %s: %s', (level, text) => {
  expect(findDirectives(text).map((found) => [found.level, found.text])).toEqual([[level, text]]);
});

test.each([
  ['must-not', 'Zero pushes to main, ever.'],
  ['must-not', 'Main is read-only for you.'],
  ['must-not', 'Pushing to main is a red line.'],
  ['must-not', 'Rule number one is never push to main.'],
  ['must', 'Stick to metric units.'],
  ['must', 'Put every timestamp in UTC.'],
])('a rule in other words is found: %s: %s', (level, text) => {
  expect(findDirectives(text)).toMatchObject([{ level, text }]);
});

test.each([
  'Zero tests failed.',
  'The file is read-only.',
  'There is a red line in the chart.',
  'I put every file in the folder.',
])('a fact with the same words is no rule: %s', (text) => {
  expect(findDirectives(text)).toEqual([]);
});

test('nothing is allowed under no circumstances', () => {
  expect(findDirectives('Under no circumstances push to main.')).toMatchObject([
    { level: 'must-not' },
  ]);
});

test.each([
  'Absolutely no problem.',
  'Really no errors.',
  'It absolutely never happens.',
  'Definitely not a bug.',
  'I really never saw it.',
  'Honestly, I have no idea.',
  'Seriously, thanks!',
  'It is absolutely fine.',
])('a fact that is stressed is no order: %s', (text) => {
  expect(findDirectives(text)).toEqual([]);
});
