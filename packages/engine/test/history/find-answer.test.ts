import { formatDroppedNotice } from '@palimpsest/core-types';
import { findAnswer } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

test('finds the text of the model before the newest request', () => {
  const offered = history().human('a').ai('Shall I?').human('Yes.');
  expect(findAnswer(offered.build())).toBe(1);
  const going = history()
    .human('a')
    .ai('Shall I?')
    .human('Wait.')
    .human('Yes.')
    .call('go')
    .result('gone');
  expect(findAnswer(going.build())).toBe(1);
});

test('finds none if something else is before the newest request', () => {
  expect(findAnswer([])).toBe(-1);
  expect(findAnswer(history().human('a').build())).toBe(-1);
  expect(findAnswer(history().human('a').ai('b').build())).toBe(-1);
  expect(
    findAnswer(history().human('a').ai('b').call('go').result('gone').human('c').build()),
  ).toBe(-1);
  expect(findAnswer(history().system('a').human('b').build())).toBe(-1);
});

test.each([
  ['a gap marker', '…'],
  ['a dropped notice', formatDroppedNotice({ dropped: 3, newest: 1, following: 1 })],
])('passes over %s in the role of the model', (_, notice) => {
  expect(
    findAnswer(history().human('a').ai('Shall I?').human('b').ai(notice).human('Yes.').build()),
  ).toBe(1);
  expect(findAnswer(history().human('a').ai(notice).human('Yes.').build())).toBe(-1);
});
