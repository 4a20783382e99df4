import { scoreSentence } from './score-sentence.ts';
import { describe, expect, test } from 'vitest';

describe('each feature of a sentence has its weight', () => {
  test.each([
    ['nothing', 'it went on', 0],
    ['camelCase', 'it read maxRetries', 3],
    ['PascalCase', 'it read WebSocket', 3],
    ['snake_case', 'it read max_retries', 3],
    ['SCREAMING_SNAKE_CASE', 'it read MAX_RETRIES', 3],
    ['emphasis', 'it must go on', 4],
    ['a number with its unit', 'it took 10 seconds', 2],
    ['an abbreviation', 'it ran npm', 2],
    ['an abbreviation in capitals', 'it ran SSH', 2],
    ['PASS', 'it said PASS', 3],
    ['FAIL', 'it said FAIL', 3],
    ['ERROR', 'it said ERROR', 3],
    ['WARNING', 'it said WARNING', 3],
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

describe('assigns one kind to each word', () => {
  test.each([
    ['PascalCase and a capital word', 'it met OAuth', 3],
    ['capitals and small letters that are no humps', 'it met PDFs', 2],
    ['the same with vowels', 'it met APIs', 0],
    ['an abbreviation in a path', 'it met src/it', 0],
    ['an abbreviation in an address', 'it met https://it.org', 0],
    ['capitals and small letters', 'it met Paris', 0],
    ['snake_case with capitals in it', 'it read max_Retries', 3],
    ['a unit that is an abbreviation', 'at 100 rps', 2],
    ['the same without a number', 'the rps', 2],
    ['camelCase without vowels', 'it met gRPC', 3],
    ['underscores around a word', 'it met __init__', 0],
    ['a capital word with digits', 'it met Area51', 0],
    ['digits between underscores', 'it was 1_000', 0],
    ['two consonants', 'it was ts', 0],
    ['three consonants', 'it was css', 2],
    ['y, a vowel', 'it was dry', 0],
    ['a title of consonants', 'it met Mrs', 0],
    ['a status in small letters', 'it had an error', 0],
    ['a word that begins as a status', 'it had ERRORS', 0],
  ])('%s: %s', (_, sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });
});

describe('counts numbers only with a unit', () => {
  test.each([
    ['it took 10 s', 0],
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

describe('rewards a length within its bounds', () => {
  test.each([
    [39, 0],
    [40, 2],
    [120, 2],
    [121, 0],
  ])('%d characters: %d', (length, score) => {
    expect(scoreSentence('a '.repeat(length).slice(0, length - 1) + 'a')).toBe(score);
  });

  test.each([
    [19, 0],
    [20, 2],
    [60, 2],
    [61, 0],
  ])('%d wide characters: %d', (length, score) => {
    expect(scoreSentence('山'.repeat(length))).toBe(score);
  });

  test('ignores whitespace around a sentence', () => {
    expect(scoreSentence(`${' '.repeat(30)}it went on${' '.repeat(30)}\n`)).toBe(0);
  });
});

describe('recognizes fillers only at the start of a sentence', () => {
  test.each([
    'great',
    'Great!',
    'Sure, it went on',
    'ok. it went on',
    'OK it went on',
    'Thanks for that',
    'thank you so much',
    "You're welcome",
    'You’re welcome',
    'Let me see',
    '- great, it went on',
    '"Sure," it said',
    'Sure: it went on',
  ])('%s', (sentence) => {
    expect(scoreSentence(sentence)).toBe(-10);
  });

  test.each(['greatly amused', 'it was great', 'surely not', 'thanksgiving', 'letme', 'ok-ish'])(
    'not %s',
    (sentence) => {
      expect(scoreSentence(sentence)).toBe(0);
    },
  );

  test.each(['No.', 'no, it is not', 'Yes, please.', 'So what?', 'Right, I see.', 'hello there'])(
    '%s, where a short sentence holds nothing else',
    (sentence) => {
      expect(scoreSentence(sentence)).toBe(-10);
    },
  );

  test.each([
    ['No, use Postgres.', 0],
    ['No, not 8080.', 0],
    ['No, `it` is.', 0],
    ['Yes, maxRetries.', 3],
    ['No, never.', 4],
    ['Yes, it went on and on', 0],
    ['No, do not use MySQL here', 7],
  ])('not %s: %d', (sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });

  test('a short sentence has fewer than 20 characters', () => {
    expect(scoreSentence('so it went on and o')).toBe(-10);
    expect(scoreSentence('so it went on and on')).toBe(0);
  });
});

describe('recognizes emphasis by whole phrases', () => {
  test.each([
    'importantly, yes',
    'however it is',
    'a critical one',
    'note that it is',
    'do not go',
    "don't go",
    'don’t go',
    'in particular it',
    'the root cause',
    'Never again',
  ])('%s', (sentence) => {
    expect(scoreSentence(sentence)).toBe(4);
  });

  test.each(['a note', 'note thatch', 'in it', 'do it', 'mustard', 'the root'])(
    'not %s',
    (sentence) => {
      expect(scoreSentence(sentence)).toBe(0);
    },
  );
});

describe('a grep reference has a file, a line and two colons', () => {
  test.each([
    ['src/foo.ts:42: it', 2],
    ['foo.ts:42:7 it', 2],
    ['at foo.ts:42', 0],
    ['foo:42: it', 0],
    ['1.5:42: it', 0],
    ['foo.ts:a: it', 0],
    ['.ts:42: it', 0],
  ])('%s: %d', (sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });
});

describe('recognizes emphasis, fillers and units in other languages', () => {
  test.each([
    ['但是我们走了', 4],
    ['我们必须走了', 4],
    ['しかし行きました', 4],
    ['必ず行きます', 4],
    ['반드시 갑니다', 4],
    ['однако мы ушли', 4],
    ['Однако мы ушли', 4],
    ['Должен уйти', 4],
    ['يجب أن نذهب', 4],
    ['هذا مهم', 4],
    ['sin embargo no', 4],
    ['das ist wichtig', 4],
    ['好的，我们走', -10],
    ['谢谢', -10],
    ['好的我们走', 0],
    ['好，走吧', -10],
    ['了解しました。', -10],
    ['감사합니다!', -10],
    ['спасибо, мы ушли', -10],
    ['Хорошо.', -10],
    ['شكرا، ذهبنا', -10],
    ['等30秒', 2],
    ['有3个', 2],
    ['через 10 минут', 2],
    ['بعد ١٠ دقائق', 2],
  ])('%s: %d', (sentence, score) => {
    expect(scoreSentence(sentence)).toBe(score);
  });
});
