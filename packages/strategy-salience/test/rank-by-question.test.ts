import { runAtOnce } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { asksForContent, rankByQuestion } from '../src/required/rank-by-question.ts';

const talk = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `We spoke of the weather on hill ${at}.`);

const ranked = (question: string, texts: readonly string[]): number[] =>
  runAtOnce(rankByQuestion(question, texts));

describe('rankByQuestion', () => {
  test('finds the text with the rarest words', () => {
    const texts = [...talk(20), 'Noor painted her kitchens green in March.', ...talk(20)];
    expect(ranked('When were the kitchens of Noor painted?', texts)[0]).toBe(20);
  });

  test('the texts next to it follow: an answer has none of the words of its question', () => {
    const texts = [...talk(20), 'Which colour has the kitchen?', 'Green, I think.', ...talk(20)];
    expect(ranked('What colour is the kitchen?', texts).slice(0, 3)).toContain(21);
  });

  test('common words of a question find nothing', () => {
    expect(ranked('What did you say about that?', talk(20))).toEqual([]);
  });

  test('of equal texts, the newest comes first', () => {
    const apart = ['The kitchen is green.', ...talk(10), 'The kitchen is green.'];
    expect(ranked('Which colour has the kitchen?', apart)[0]).toBe(11);
  });

  test('reads a megabyte in linear time', () => {
    const texts = talk(30_000);
    expect(ranked('Which hill was it, 17 or 18?', texts).length).toBeGreaterThan(0);
  });
});

describe('asksForContent', () => {
  test.each(['When did Noor paint it?', 'Summarize the talk about colours.', '什么时候？'])(
    'of “%s”',
    (text) => {
      expect(asksForContent(text)).toBe(true);
    },
  );

  test.each(['Paint it.', 'Thanks!', `Why? ${'Here is the whole task. '.repeat(20)}`])(
    'not of “%s”',
    (text) => {
      expect(asksForContent(text)).toBe(false);
    },
  );
});
