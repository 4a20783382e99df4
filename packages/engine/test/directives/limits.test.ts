import type { RequirementLevel } from '@palimpsest/core-types';
import { findDirectives } from '../../src/directives/index.ts';
import { expect, test } from 'vitest';

/** Limits: a sentence that sets one, and a similar sentence that does not. */
const LIMITS: readonly (readonly [level: RequirementLevel, limit: string, other: string])[] = [
  // Out of bounds
  ['must-not', 'If the cache is empty, do nothing.', 'They do nothing all day.'],
  ['must-not', 'It was agreed not to rename the columns.', 'The server seems not to answer.'],
  [
    'must-not',
    "I need a room that isn't on the ground floor.",
    "I found the room that isn't on the list.",
  ],
  [
    'must-not',
    "I'm hoping to avoid a second migration.",
    'He moved it to avoid a second migration.',
  ],
  ['must-not', 'We cannot rely on the clock.', 'We cannot reproduce it.'],
  ['must-not', 'Same layout but without the sidebar.', 'It hung but without an error.'],
  ['must-not', "A longer start isn't acceptable.", "A longer start isn't likely."],
  ['must-not', 'Please book the table, no smoking.', 'It ended with a crash, no output.'],
  // How far the work goes
  ['only', 'For this case we just need the ids.', 'We just merged it.'],
  ['only', "The test doesn't need to cover Windows.", 'Does the test need to cover Windows?'],
  ['only', 'Old entries can be left out.', 'Old entries can be seen there.'],
  ['only', 'Localisation is out of scope.', 'The scope ends here.'],
  ['only', 'That is the most I can spend.', 'Most of it is spent.'],
  ['only', 'Send it at the latest on Monday.', 'The latest one is broken.'],
  ['only', 'A rough draft is good enough for now.', 'That is enough talk.'],
  ['only', 'My only condition is a fixed price.', 'The only error is this one.'],
  ['only', 'A plain list is fine for now.', 'That is fine for now.'],
  [
    'only',
    'Please delete the branch unless it has open reviews.',
    'It fails unless the flag is set.',
  ],
  ['only', 'Please update all pages except the first.', 'It shows all pages except the first.'],
  ['only', 'Which hotels have rooms for under $90?', 'Which hotels have rooms with a view?'],
  // What has to be so
  ['must', 'First copy the table, then drop it.', 'First it hung, then it crashed.'],
  ['must', 'Save your work first.', 'He saved his work first.'],
  ['must', 'If the list is empty, return null.', 'If the list is empty, it returns null.'],
  ['must', 'Let me know if anything gets lost.', "Let me know if there's more to sign."],
  ['must', 'Our convention is one class per file.', 'The convention was in Berlin.'],
  ['must', 'We usually put helpers in the util folder.', 'We usually waited.'],
  ['must', 'Take the time zone into account.', 'My account has a time zone.'],
  ['must', 'The other columns can stay.', 'Can I stay?'],
  ['must', 'I want to stay in the same hotel.', 'I stayed in the same hotel.'],
  ['must', 'Speed is the top priority.', 'It has the priority of a job.'],
  [
    'must',
    'Can you tell me exactly which button to press?',
    'Can you tell me which button that is?',
  ],
  ['must', 'Could you leave the header where it is?', 'Could you leave a note?'],
  // Wishes
  ['should', 'Prioritize readability.', 'What is the priority of this job?'],
  ['should', 'I think the intro is too long.', 'He is too tired.'],
  ['should', "I'd expect a list here.", 'I expected a list here.'],
  ['should', 'This helper belongs in the parser.', 'This belongs to my brother.'],
  ['should', 'Please write clear instructions.', 'The instructions were clear.'],
  ['should', 'Please write it in the same style.', 'He has the same style.'],
  ['prefer', 'I still want the printed tickets.', 'It still works.'],
  ['prefer', "If both are free, I'll take the smaller one.", "If both are free, I'll call him."],
  ['prefer', 'I like the second draft better.', 'I feel better.'],
  ['prefer', 'It makes more sense to sort on the server.', 'It makes no sense.'],
  [
    'prefer',
    'Are there any seats left, preferably in front?',
    'Are there any seats left in front?',
  ],
  ['prefer', 'Could we rather use a table?', 'Could we use a table?'],
  ['prefer', 'Can you pay using my voucher first, then my card?', 'Can you pay using my voucher?'],
  [
    'must-not',
    'Which cities (not in the south) have a port?',
    'Which cities in the south have a port?',
  ],
  ['must-not', 'yeah never show that again', 'I have never shown that again'],
  // Other languages
  ['must', '至少写三个例子。', '我写了三个例子。'],
  ['must', '变量名一律用英文。', '变量名有英文。'],
  ['only', '长度控制在一百字。', '长度是一百字。'],
  ['should', '请谨慎处理旧数据。', '请处理旧数据。'],
  ['only', '回答两句就够了。', '那家店一个就够了。'],
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
