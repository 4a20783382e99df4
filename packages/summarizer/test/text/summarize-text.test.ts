import { deterministicSummarizer, summarizeText } from '@palimpsest/summarizer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('selects sentences', () => {
  test('by score, in reading order', () => {
    const text = 'It went on. It must stop. It read maxRetries. It went off.';
    expect(summarizeText(text, 45).text).toBe('It must stop. ... It read maxRetries.');
  });

  test('the best of each paragraph first', () => {
    const text = 'It must stop. It must never go.\n\nIt went on.';
    expect(summarizeText(text, 35).text).toBe('It must stop. ... It went on.');
    expect(summarizeText(text.replace('\n\n', '\n'), 35).text).toBe(
      'It must stop. ... It must never go.',
    );
  });

  test('without filler or bare punctuation, unless nothing else exists', () => {
    expect(summarizeText('Great. It went on. Thanks a lot!').text).toBe('It went on.');
    expect(summarizeText('Great. Thanks a lot!').text).toBe('Great.');
    expect(summarizeText('～～～～\n\n山水。').text).toBe('山水。');
    expect(summarizeText('It went on.\nb山。', 40).text).toBe('It went on. ... b山。');
    expect(summarizeText('-----\n\n*****\n\nIt went on.').text).toBe('It went on.');
  });

  test('and truncates the best at a grapheme when none fits, with dots inside the budget', () => {
    const text = 'It went on and on and on. It must stop 👩‍👩‍👧 here and now.';
    expect(summarizeText(text, 15).text).toBe('It must stop...');
    expect(summarizeText(text, 23).text).toBe('It must stop ...');
    expect(summarizeText(text, 24).text).toBe('It must stop 👩‍👩‍👧...');
    expect(summarizeText(text, 2).text).toBe('It');
    expect(summarizeText(text, 0).text).toBe('');
  });

  test.each(['', ' \n\n\t '])('nothing from an empty or blank text: %j', (text) => {
    expect(summarizeText(text)).toEqual({ text: '', entities: [], kind: 'prose' });
  });
});

test('lists as entities only names that the summary text does not contain', () => {
  const text =
    'It must be maxRetries. We asked Maria about WebSocket and retryLimit, at length, for 5 days.';
  expect(summarizeText(text, 30)).toEqual({
    text: 'It must be maxRetries.',
    entities: ['WebSocket', 'retryLimit', 'Maria', '5 days'],
    kind: 'prose',
  });
});

test('limits entities so that a marker with them is still recognized', () => {
  const names = Array.from({ length: 20 }, (_, index) => `${'aB'.repeat(45)}${index}`);
  const { entities } = summarizeText(`It went on. ${names.join(' ')}`, 20);
  expect(entities).toHaveLength(4);
});

test('deterministicSummarizer returns the same summary, and throws when its signal is aborted', () => {
  const text = 'It went on. It must stop.';
  expect(deterministicSummarizer.summarize({ text, budget: 15 })).toEqual(summarizeText(text, 15));
  const signal = AbortSignal.abort(new Error('enough'));
  expect(() => deterministicSummarizer.summarize({ text, budget: 15, signal })).toThrow('enough');
});

const PIECES = [
  'It went on. ',
  'It must stop! ',
  'Great, ',
  'No, ',
  'maxRetries ',
  '10 ms ',
  'FAIL ',
  'a.ts:1: ',
  'key: it',
  '\n',
  '\n\n',
  '\r\n',
  '  - ',
  '但是',
  '好的，',
  '山水。',
  'カタカナ',
  'нет. ',
  'يجب؟ ',
  '👩‍👩‍👧',
  '🇩🇪',
  'e\u0301',
  '\uD83D',
  '「',
  '」',
  '`',
];
const texts = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

describe('for any text', () => {
  test('the summary fits, is well-formed, and is deterministic', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 120 }), (text, budget) => {
        const summary = summarizeText(text, budget);
        expect(summary.text.length).toBeLessThanOrEqual(budget);
        expect(summary.text.isWellFormed()).toBe(true);
        expect(summary.entities.every((name) => name.isWellFormed())).toBe(true);
        summarizeText('Something else. It is about the cache of it went on.');
        expect(summarizeText(text, budget)).toEqual(summary);
      }),
      { numRuns: 500 },
    );
  });
});
