import { scoreSentence } from './score-sentence.ts';
import { summarizeText } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

test.each<[string, number]>([
  ['it met aB', 3],
  ['it met ABc', 0],
  ['it met Abc', 0],
  ['it met ABab', 3],
  ['it met AbAb', 3],
  ['it met abAB', 3],
  ['it met a_b', 3],
  ['it met _a_', 0],
  ['it met BCDF', 2],
  ['it met bcd7', 0],
  ['it met bcdé', 0],
  ['it said FAIL', 3],
  ['it said Fail', 0],
  ['it said fail', 0],
  ['it took 5 s', 0],
  ['it took 5s', 2],
  ['it took 5-minute', 2],
  ['it took 5\u00a0minutes', 2],
  ['it took 5_minutes', 0],
  ['a.ts:1:', 2],
  ['a.ts:12: it', 2],
  ['a_b.ts:1: it', 5],
  ['a.ts:1 it', 0],
  ['a.ts: 1: it', 0],
  ['a.7:1: it', 0],
  ['a ts:1: it', 0],
  [' .ts:1: it', 0],
  ['必须走 must', 4],
  ['must 必须走', 4],
  ['a.ts:: it', 0],
  ['see .ts:1: it', 0],
  ['我们must停', 4],
  ['it was 12345', 0],
  ['它在サーバー上', 0],
  ['我们用docker部署', 0],
  ['mustn', 0],
])('what a sentence holds: %j', (sentence, score) => {
  expect(scoreSentence(sentence)).toBe(score);
});

test.each<[string, number]>([
  ['no', -10],
  ['no it is', -10],
  ['no, 7', 0],
  ['no, Bob', 0],
  ['no, “it” is', 0],
  ['no, “it is', -10],
  ['no, it is so, so it', -10],
  ['no, it is so, so it i', 0],
  ['No', -10],
  ['thanks, Bob, for it', -10],
  ['thanks, aB', -7],
])('an opening that says nothing: %j', (sentence, score) => {
  expect(scoreSentence(sentence)).toBe(score);
});

const WORDS = 'it went on and on';

test.each<[string, string, number, string]>([
  ['fits', WORDS, 17, WORDS],
  ['is cut before dots', WORDS, 16, 'it went on an...'],
  ['has no room for dots', WORDS, 2, 'it'],
  ['has room for dots alone', WORDS, 3, '...'],
  ['has no room', WORDS, 0, ''],
  ['is given no number', WORDS, Number.NaN, ''],
  ['is given less than nothing', WORDS, -5, ''],
  ['wide characters count twice', '山山山山山', 10, '山山山山山'],
  ['wide characters are cut', '山山山山山', 9, '山山山...'],
  ['half of a wide character does not fit', '山山山山山', 8, '山山...'],
])('where nothing fits the best sentence is cut: %s', (_, text, budget, expected) => {
  expect(summarizeText(text, budget).text).toBe(expected);
});

test.each<[string, string, number, string]>([
  ['the best first, in reading order', 'It is. It read aB. It was.', 26, 'It is. ... It read aB.'],
  ['only the best', 'It is. It read aB. It was.', 17, 'It read aB.'],
  ['one more does not fit by one', 'It is. It read aB.', 21, 'It read aB.'],
  ['one more just fits', 'It is so. It read aB.', 25, 'It is so. ... It read aB.'],
  ['said twice is said once', 'It read aB. It read aB. It is.', 40, 'It read aB. ... It is.'],
  ['nothing but signs is none', '--- It is. ***', 20, '--- It is.'],
  ['what says nothing is left out', 'It is. Thanks a lot. It was.', 60, 'It is. ... It was.'],
  [
    'the best of each paragraph first',
    'It read aB. It read cD.\n\nIt is.',
    23,
    'It read aB. ... It is.',
  ],
  ['a line is no paragraph', 'It read aB. It read cD.\nIt is.', 27, 'It read aB. ... It read cD.'],
  [
    'lines of CR LF are no paragraph',
    'It read aB. It read cD.\r\nIt is.',
    27,
    'It read aB. ... It read cD.',
  ],
  ['a paragraph of CR LF', 'It read aB. It read cD.\r\n\r\nIt is.', 23, 'It read aB. ... It is.'],
  ['a paragraph of CR', 'It read aB. It read cD.\r\rIt is.', 23, 'It read aB. ... It is.'],
  [
    'a paragraph of line separators',
    'It read aB. It read cD.\u2028\u2028It is.',
    23,
    'It read aB. ... It is.',
  ],
  [
    'a paragraph of paragraph separators',
    'It read aB. It read cD.\u2029\u2029It is.',
    23,
    'It read aB. ... It is.',
  ],
  [
    'a later best of its paragraph',
    'It is. It read aB.\n\nIt was. It read cD.',
    27,
    'It read aB. ... It read cD.',
  ],
])('sentences that are picked: %s', (_, text, budget, expected) => {
  expect(summarizeText(text, budget).text).toBe(expected);
});

test.each([2, 39, 40, 41, 42, 90])('selects the best of %d sentences', (count) => {
  const sentences = Array.from(
    { length: count },
    (_, at) => `It was ${'on '.repeat(at % 7)}so ${at}.`,
  );
  const best = 'It must read aB and cD.';
  const index = Math.floor(count / 2);
  const text = [...sentences.slice(0, index), best, ...sentences.slice(index)].join(' ');
  expect(summarizeText(text, best.length).text).toBe(best);
});

test('of sentences with equal scores, prefers the one that shares words with others', () => {
  const text = 'Water came in. The kettle was hot. The kettle was old. The kettle was full.';
  expect(summarizeText(text, 20).text).toBe('The kettle was hot.');
});

test.each([
  ['しかし', 'しかられた'],
  ['ただし', 'ただの'],
  ['しないで', 'しないと'],
  ['하지만', '하지 않았다'],
  ['그러나', '그러다'],
  ['반드시', '반드럽다'],
])('%j says that a sentence matters, %j does not', (phrase, other) => {
  expect(scoreSentence(`山水${phrase}`)).toBe(4);
  expect(scoreSentence(`山水${other}`)).toBe(0);
});

test.each<[string, number]>([
  ['好的，山水', -10],
  ['山，水', 0],
  ['我们 好的，', 0],
  ['山水。好的，', 0],
  ['Let’s go with Al', 0],
  ['Let’s go', -10],
  ['I’ll go with Al', 0],
])('what opens a sentence: %j', (sentence, score) => {
  expect(scoreSentence(sentence)).toBe(score);
});
