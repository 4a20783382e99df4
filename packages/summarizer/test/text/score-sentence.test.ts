import { expect, describe, test } from 'vitest';
import { scoreSentence } from '../../src/text/score-sentence.ts';

describe('each feature of a sentence has its weight', () => {
  test.each([
    ['nothing', 'it went on', 0],
    ['camelCase', 'it read maxRetries', 3],
    ['PascalCase', 'it read WebSocket', 3],
    ['snake_case', 'it read max_retries', 3],
    ['emphasis', 'it must go on', 4],
    ['a number with its unit', 'it took 10 seconds', 2],
    ['an abbreviation', 'it ran npm', 2],
    ['PASS', 'it said PASS', 3],
    ['WARN', 'it said WARN', 3],
    ['a grep reference', 'src/foo.ts:42: it went on', 2],
    ['a good length', 'it went on and on and on and on and on an', 2],
    ['a filler', 'great, it went on', -10],
  ])('%s: %s', (_, sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });
});

describe('counts each identifier, but emphasis and fillers once', () => {
  test.each([
    ['it read aB, cD', 6],
    ['it read aB and then aB', 6],
    ['it read maxRetries, WebSocket, max_retries', 11],
    ['however, it must never', 4],
    ['5 ms or 6 ms', 4],
    ['ERROR or FAIL', 6],
    ['a.ts:1: b.ts:2: it', 4],
    ['thanks, great', -10],
  ])('%s: %d', (sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });
});

describe('counts numbers only with a unit', () => {
  test.each([
    ['it took 10s', 2],
    ['it took 10-minute', 2],
    ['it was 99.9%', 2],
    ['it was 99 %', 2],
    ['it was $12.50', 2],
    ['it was 500MB', 2],
    ['it was 1,000 requests', 2],
    ['it was 10', 0],
    ['it was utf-8 bytes', 0],
    ['it was version 2.5.1', 0],
    ['it was 10 big seconds', 0],
  ])('%s: %d', (sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });
});
