import { hasLastingWord, isOneOff } from '../../src/directives/words.ts';
import { expect, test } from 'vitest';

test.each(['Never push.', 'Please add a test.', '请用中文。', "I don't know, but keep the names."])(
  'finds a directive word in “%s”',
  (text) => {
    expect(hasLastingWord(text)).toBe(true);
  },
);

test.each(['I don’t know.', 'The index is only a cache.', "It's always an error."])(
  'finds no directive word in “%s”',
  (text) => {
    expect(hasLastingWord(text)).toBe(false);
  },
);

test.each([
  'My name is Sam.',
  'Call me Sam.',
  'The staging database is at 10.2.3.4.',
  'The project codename is Heron.',
  'Our goal is to ship by May.',
  'We settled on option C.',
  'We agreed to use Postgres, not MySQL.',
  'We have decided against an ORM.',
  'You know what, final answer: we go with C.',
  'Deploys go out on Tuesdays only.',
  'I prefer tabs.',
  'OK, decided.',
  'The plan is to split the map.',
  'And Noor will rename the map.',
  'Ruth is responsible for the ledger.',
])('finds a statement that lasts in “%s”', (text) => {
  expect(hasLastingWord(text)).toBe(true);
});

test.each([
  ['You must send the invoice to Mara now.', true],
  ['You have to drop the table immediately.', true],
  ['Never push to main.', false],
  ['From now on, use tabs.', false],
  ['Always ask me now and then.', false],
  ['You must delete every temporary file now.', false],
  ['Always answer right away.', false],
  ['Never deploy immediately.', false],
  ['You must run the tests after each change at once.', false],
  ['Whenever a test fails, stop immediately.', false],
  ['If a deploy fails, you must tell me right away.', false],
  ['Use tabs from today.', false],
  ['You must use tabs as of now.', false],
  ['必须马上发送发票。', true],
  ['每次失败必须马上停止。', false],
  ['Verstuur de factuur nu.', true],
  ['Meld een fout altijd meteen.', false],
] as const)('“%s” is an order for one occasion: %s', (text, expected) => {
  expect(isOneOff(text)).toBe(expected);
});

test.each([
  "I don't know why.",
  "I really don't understand it.",
  'The tests are green.',
  'It is on the shelf.',
  'The server is slow.',
  'This will take an hour.',
  'Nobody will see it.',
])('finds no directive word in “%s”', (text) => {
  expect(hasLastingWord(text)).toBe(false);
});
