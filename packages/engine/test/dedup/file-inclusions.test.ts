import { expect, test } from 'vitest';
import { findFileInclusions } from '../../src/dedup/file-inclusions.ts';
import { included } from './inclusions.ts';

/** Path and source text of each inclusion. */
const found = (text: string): string[][] =>
  findFileInclusions(text).map(({ path, start, end }) => [path, text.slice(start, end)]);

test('finds a file between its opening and closing lines, with its position', () => {
  const text = `See:\n${included('a.ts', 'one\ntwo')}Thanks`;
  expect(findFileInclusions(text)).toEqual([
    {
      path: 'a.ts',
      start: 5,
      end: 5 + '--- a.ts ---\none\ntwo\n'.length,
      close: { start: text.indexOf('--- End'), end: text.indexOf('Thanks') },
      doubtful: '',
    },
  ]);
});

test('files before one closing line are separate inclusions that share it', () => {
  const text = '--- a.ts ---\nA\n--- b.ts ---\nB\n--- End of content ---';
  expect(found(text)).toEqual([
    ['a.ts', '--- a.ts ---\nA\n'],
    ['b.ts', '--- b.ts ---\nB\n'],
  ]);
  const [first, second] = findFileInclusions(text);
  expect(first!.close).toEqual(second!.close);
});

test.each([
  ['spaces', '--- my docs/a b.md ---\nx\n--- End of content ---', 'my docs/a b.md'],
  ['blanks around it', '---   a.ts   ---\nx\n--- End of content ---', 'a.ts'],
  ['a Windows path', '--- C:\\work\\a.ts ---\nx\n--- End of content ---', 'C:\\work\\a.ts'],
  ['dashes', '--- a --- b ---\nx\n--- End of content ---', 'a --- b'],
  ['CRLF', '--- a.ts ---\r\nx\r\n--- End of content ---\r\n', 'a.ts'],
  ['blanks behind its lines', '--- a.ts ---  \nx\n--- End of content --- \t', 'a.ts'],
  ['an empty file', '--- a.ts ---\n--- End of content ---', 'a.ts'],
])('reads a path with %s', (_, text, path) => {
  expect(findFileInclusions(text).map((inclusion) => inclusion.path)).toEqual([path]);
});

test.each([
  ['never closed', '--- a.ts ---\nx\n'],
  ['never opened', 'x\n--- End of content ---'],
  ['closed before it opens', '--- End of content ---\n--- a.ts ---\nx'],
  ['opened in the middle of a line', 'see --- a.ts ---\nx\n--- End of content ---'],
  ['closed in the middle of a line', '--- a.ts ---\nx --- End of content ---'],
  ['without a path', '---  ---\nx\n--- End of content ---'],
  ['without a path, its dashes shared', '--- ---\nx\n--- End of content ---'],
  ['a rule', '---\nx\n---\n--- End of content ---'],
  ['a removed line of a list', '--- a point of it\nx\n--- End of content ---'],
  ['the head of a difference', '--- a/file.ts\n+++ b/file.ts\n--- End of content ---'],
  ['nothing', ''],
])('finds no inclusion: %s', (_, text) => {
  expect(findFileInclusions(text)).toEqual([]);
});

test('content with closing lines extends to the last one, and is reported as doubtful', () => {
  const content = 'before\n--- End of content ---\nafter';
  const text = `${included('a.md', content)}Thanks`;
  expect(found(text)).toEqual([['a.md', `--- a.md ---\n${content}\n`]]);
  expect(findFileInclusions(text)[0]!.doubtful).toBe('--- End of content ---\nafter\n');
});

test.each([
  ['opening lines, never closed', '--- a ---\n', '', 0],
  ['opening lines, closed once', '--- a ---\n', '--- End of content ---', 100_000],
  ['closing lines', '--- End of content ---\n', '', 0],
  ['beginnings of lines', '--- ', '', 0],
  ['inclusions', '--- a ---\nx\n--- End of content ---\n', '', 100_000],
])('reads 100,000 %s', (_, unit, end, count) => {
  expect(findFileInclusions(unit.repeat(100_000) + end)).toHaveLength(count);
});
