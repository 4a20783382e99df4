import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const QUESTION =
  'Or would it be better to do that in some other way, as it was done the last time, or not at all?';
/** Sentences that score higher than the question. */
const TALK = Array.from(
  { length: 120 },
  (_, at) => `The carrier of parcel P${at}77 lost it in depot ${at} because its label was torn. `,
).join('');

async function saidBefore(reply: string): Promise<string> {
  const before = history()
    .human('Cancel the order.')
    .call('look', { at: 1 })
    .result(linesOf('gate', 200))
    .ai(`${TALK}${QUESTION} We will see.`)
    .human(reply)
    .ai('Fine.')
    .human('And now?')
    .build();
  const after = await compressed(before, { ratio: 0.4 });
  return JSON.stringify(after);
}

test('keeps a question that the user answers in a few words', async () => {
  expect(await saidBefore('Yes, please.')).toContain(QUESTION);
});

test('does not favor a question when the reply names its subject', async () => {
  const reply =
    'Yes, cancel order 17 of yesterday and refund it to the card I paid it with, please. ';
  expect(await saidBefore(reply.repeat(2))).not.toContain(QUESTION);
});
