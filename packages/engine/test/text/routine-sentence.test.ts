import { expect, test } from 'vitest';
import { isAcknowledgement, isRoutineSentence } from '../../src/text/index.ts';

test.each([
  'Let me check the configuration first.',
  "Now I'll run the tests again.",
  'Great! Please let me know which option you would like to book.',
  'I apologize for the confusion.',
  'Would you like to proceed (yes/no)?',
  '你还需要什么？',
])('%j is routine', (sentence) => {
  expect(isRoutineSentence(sentence)).toBe(true);
});

test.each([
  'The check fails because the port is taken.',
  'I will be away until Monday.',
  'With the cache it takes 2 seconds.',
  '- **Cabin:** Economy',
  'Never push to main.',
])('%j is not', (sentence) => {
  expect(isRoutineSentence(sentence)).toBe(false);
});

test.each([
  ['Noted.', true],
  ['Acknowledged. Continuing with the plan.', true],
  ['Sure: the port is 8080.', false],
  ['Understood, but should the port be free?', false],
  ['The invoice is on its way.', false],
])('%j only says that something was read: %s', (text, expected) => {
  expect(isAcknowledgement(text)).toBe(expected);
});
