import type { RequirementLevel } from '@palimpsest/core-types';
import { findDirectives } from '../../src/directives/index.ts';
import { expect, test } from 'vitest';

/** Limits: a sentence that sets one, and a similar sentence that does not. */
const LIMITS: readonly (readonly [level: RequirementLevel, limit: string, other: string])[] = [
  // Out of bounds
  ['must-not', 'If the cache is empty, do nothing.', 'They do nothing all day.'],
  [
    'must-not',
    "I need a room that isn't on the ground floor.",
    "I found the room that isn't on the list.",
  ],
  ['must-not', 'We cannot rely on the clock.', 'We cannot reproduce it.'],
  ['must-not', "A longer start isn't acceptable.", "A longer start isn't likely."],
  // How far the work goes
  ['only', 'For this case we just need the ids.', 'We just merged it.'],
  ['only', 'Old entries can be left out.', 'Old entries can be seen there.'],
  ['only', 'That is the most I can spend.', 'Most of it is spent.'],
  ['only', 'A rough draft is good enough for now.', 'That is enough talk.'],
  ['only', 'A plain list is fine for now.', 'That is fine for now.'],
  ['only', 'Please update all pages except the first.', 'It shows all pages except the first.'],
  // What has to be so
  ['must', 'First copy the table, then drop it.', 'First it hung, then it crashed.'],
  ['must', 'If the list is empty, return null.', 'If the list is empty, it returns null.'],
  ['must', 'Our convention is one class per file.', 'The convention was in Berlin.'],
  ['must', 'Take the time zone into account.', 'My account has a time zone.'],
  ['must', 'I want to stay in the same hotel.', 'I stayed in the same hotel.'],
  [
    'must',
    'Can you tell me exactly which button to press?',
    'Can you tell me which button that is?',
  ],
  // Wishes
  ['should', 'Prioritize readability.', 'What is the priority of this job?'],
  ['should', "I'd expect a list here.", 'I expected a list here.'],
  ['should', 'Please write clear instructions.', 'The instructions were clear.'],
  ['prefer', 'I still want the printed tickets.', 'It still works.'],
  ['prefer', 'I like the second draft better.', 'I feel better.'],
  [
    'prefer',
    'Are there any seats left, preferably in front?',
    'Are there any seats left in front?',
  ],
  ['prefer', 'Can you pay using my voucher first, then my card?', 'Can you pay using my voucher?'],
  ['must-not', 'yeah never show that again', 'I have never shown that again'],
  // Other languages
  ['must', '变量名一律用英文。', '变量名有英文。'],
  ['should', '请谨慎处理旧数据。', '请处理旧数据。'],
];

test.each(LIMITS)('%s: %s', (level, limit) => {
  expect(findDirectives(limit).map((found) => [found.level, found.text])).toEqual([[level, limit]]);
});

test.each(LIMITS.map(([, , other]) => other))('sets no limit: %s', (other) => {
  expect(findDirectives(other)).toEqual([]);
});

test('a plan to use something to find something is a step, not a wish', () => {
  expect(findDirectives('Use a map service to find gyms near the park.')).toEqual([]);
  expect(findDirectives('Use the official figures.')).toHaveLength(1);
});
