import { expect, test } from 'vitest';
import { matchWords, queryWords } from '../src/search/words.ts';

test.each([
  ['“foo_bar”', 'foo_bar'],
  ['سلام، دنیا', 'سلام'],
  ['Node版本', 'node'],
])('%s has %s as a whole word', (text, word) => {
  expect(matchWords(text, [word])).toEqual([1]);
});

test('splits a query where a script without spaces begins or ends', () => {
  expect(queryWords('Node版本')).toEqual(['node', '版本']);
  expect(queryWords('サーバー')).toEqual(['サー', 'ーバ', 'バー']);
});
