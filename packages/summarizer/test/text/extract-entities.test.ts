import { extractEntities } from '@palimpsest/summarizer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('extracts', () => {
  test.each<[string, string, string[]]>([
    [
      'identifiers',
      'it read maxRetries, WebSocket and max_retries',
      ['maxRetries', 'WebSocket', 'max_retries'],
    ],
    ['a proper noun', 'we asked Maria about it', ['Maria']],
    [
      'a run of capital words',
      'we asked Maria Sanchez of Acme Corp',
      ['Maria Sanchez', 'Acme Corp'],
    ],
    ['an abbreviation', 'we ran npm', ['npm']],
    ['an acronym', 'we met the API', ['API']],
    [
      'numbers with units',
      'it took 10 seconds, 99.9% and $12.50',
      ['10 seconds', '99.9%', '$12.50'],
    ],
    ['a long number', 'the order 48213 came', ['48213']],
    ['a version', 'we use 2.5.1 and v3.0', ['2.5.1', 'v3.0']],
    ['a date', 'it came on 2024-05-01', ['2024-05-01']],
    [
      'paths',
      'see src/a.ts, ./b/c, ../d.md, ~/.e/f and .github/g',
      ['src/a.ts', './b/c', '../d.md', '~/.e/f'],
    ],
    ['an address', 'see https://example.org/a/b now', ['https://example.org/a/b']],
    ['a term in backticks', 'we ran `npm run it` twice', ['npm run it']],
    ['a term in quotes', 'she said «до свидания» to “the other”', ['до свидания', 'the other']],
    ['a Cyrillic name', 'мы видели Марию Иванову там', ['Марию Иванову']],
    ['a Greek name', 'είδαμε τον Γιώργο εκεί', ['Γιώργο']],
    ['Latin words amid Han', '我们使用docker部署 redis 服务', ['docker', 'redis']],
    ['numbers amid Han', '等30秒再试', ['30秒']],
    ['Chinese titles', '他在读《红楼梦》', ['红楼梦']],
    ['Japanese quotes and katakana', '「設定」をサーバーに', ['設定', 'サーバー']],
  ])('%s', (_, text, names) => {
    expect(extractEntities(text)).toEqual(names);
  });

  test.each([
    ['words', 'it went on and on'],
    ['what sentences begin with', 'The cat. Please run. However it is. Check it.'],
    ['a single capital word that a sentence begins with', 'Greenish it was.'],
    ['a raised voice', 'you MAY NEVER GO'],
    ['either or', 'this and/or that'],
    ['one slash', 'a/b'],
    ['a status', 'it said ERROR'],
    ['a bare number', 'it was 10 or 1,000'],
    ['a number in a name', 'utf-8 bytes'],
    ['a run of letters beyond all names', `it was ${'aB'.repeat(51)}`],
  ])('not %s', (_, text) => {
    expect(extractEntities(text)).toEqual([]);
  });
});

test('lists no more names than the given limit', () => {
  expect(extractEntities('aB, cD, eF', { limit: 2 })).toEqual(['aB', 'cD']);
  expect(extractEntities('aB, cD, eF', { limit: 0 })).toEqual([]);
});

test('lists only the longer of two names when it contains the other', () => {
  expect(extractEntities('we met GitHub, GitHub, GitHub, then GitHub Actions there')).toEqual([
    'GitHub Actions',
  ]);
});

const words = fc.constantFrom(
  'aB',
  'aBc',
  'Maria',
  'Acme',
  'Corp',
  'npm',
  'API',
  'a_b',
  'src/a.ts',
  '10',
  'ms',
  '%',
  'it',
  'The',
  '.',
  ',',
  '`',
  '«',
  '»',
  '「',
  '」',
  '山',
  'カタカナ',
  'Анна',
  '\n',
  '👩‍👩‍👧',
  '\uD800',
);

test('names occur in the text, not in the excluded text, and not within each other', () => {
  fc.assert(
    fc.property(fc.array(words), fc.array(words, { maxLength: 4 }), (parts, said) => {
      const text = parts.join(' ');
      const except = said.join(' ');
      const names = extractEntities(text, { except });
      expect(names.length).toBeLessThanOrEqual(10);
      for (const name of names) {
        expect(text).toContain(name);
        expect(except).not.toContain(name);
        expect(names.filter((other) => other.includes(name))).toEqual([name]);
      }
    }),
    { numRuns: 500 },
  );
});
