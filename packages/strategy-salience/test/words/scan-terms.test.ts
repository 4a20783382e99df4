import { expect, test } from 'vitest';
import { scanTerms } from '../../src/words/scan-terms.ts';
import { createVocabulary } from '../../src/words/vocabulary.ts';

function scan(text: string): string[] {
  const vocabulary = createVocabulary();
  return scanTerms(text, vocabulary).map(vocabulary.text);
}

test.each([
  ['Look at saveSession(state), please.', ['saveSession', 'state', 'please']],
  ['"src/a.ts", `lib/b.go`;', ['src/a.ts', 'a.ts', 'lib/b.go', 'b.go']],
  ['Ein Übungsstück für naïve Leser', ['Übungsstück', 'naïve', 'Leser']],
  ['Здравствуй, мир', ['Здравствуй']],
  ['مرحبا، سلامات', ['مرحبا', 'سلامات']],
  [
    '\u0928\u092e\u0938\u094d\u0924\u0947\u0964 \u0926\u0941\u0928\u093f\u092f\u093e',
    ['\u0928\u092e\u0938\u094d\u0924\u0947', '\u0926\u0941\u0928\u093f\u092f\u093e'],
  ],
  ['안녕하세요 세계', ['안녕하세요']],
  ['cafe\u0301s', ['cafe\u0301s']],
  ['😀 smiling faces 😀', ['smiling', 'faces']],
])('the terms of %j are %j', (text, names) => {
  expect(scan(text)).toEqual(names);
});

test('in a script without spaces, each pair of adjacent letters is a term', () => {
  expect(scan('会話を保存。終了')).toEqual(['会話', '話を', 'を保', '保存', '終了']);
  expect(scan('file名前.ts')).toEqual(['名前']);
});

test.each([
  ['joiners', '.:-/@~+#'.repeat(1_250)],
  ['positions', `${':1'.repeat(5_000)}x`],
  ['slashes and dots', '../'.repeat(4_000)],
  ['underscores', '_'.repeat(10_000)],
  ['digits', '7'.repeat(1_000_000)],
  ['one word', 'x'.repeat(1_000_000)],
])('a long run of %s has no term longer than 200 characters', (_, text) => {
  const found = scan(text);
  expect(found.every((name) => name.length <= 200)).toBe(true);
  expect(found.length).toBeLessThanOrEqual(Math.ceil(text.length / 50));
});
