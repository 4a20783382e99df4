import type { IContent, RepeatedInclusions } from '@palimpsest/core-types';
import { removeRepeatedInclusions } from '../../src/dedup/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { human, included } from './inclusions.ts';

const workspaceRoot = '/w';
const remove = (entries: readonly IContent[]): RepeatedInclusions =>
  removeRepeatedInclusions(entries, { workspaceRoot });

function apply(entries: readonly IContent[]): IContent[] {
  const { replacements } = remove(entries);
  return entries.map((entry, index) => replacements.get(index) ?? entry);
}

/** Returns the texts of a user entry after the `later` entries repeated its inclusions. */
function textsAfter(text: string, ...later: readonly string[]): string[] {
  const [entry] = apply([human(text), ...later.map((one) => human(one))]);
  return entry!.blocks.map((block) => (block.type === 'text' ? block.text : block.type));
}

const a = included('a.ts', 'new');

test('keeps the newest inclusion of a file, replaces entries with earlier ones', () => {
  const entries = [human(`One:\n${a}end`), human(`Two:\n${a}end`), human(`Three:\n${a}end`)];
  const { replacements, count } = remove(entries);
  expect(count).toBe(2);
  expect([...replacements.keys()]).toEqual([0, 1]);
  expect(apply(entries)).toEqual([human('One:\nend'), human('Two:\nend'), entries[2]]);
});

test('a replaced entry keeps its other blocks and its fields', () => {
  const image = { type: 'media', mimeType: 'image/png', data: '', encoding: 'url' } as const;
  const entry: IContent = {
    speaker: 'human',
    blocks: [image, { type: 'text', text: `One:\n${a}`, providerMetadata: { cache: true } }],
    metadata: { turnId: 't' },
  };
  const [after] = apply([entry, human(a)]);
  expect(after).toEqual({
    ...entry,
    blocks: [image, { type: 'text', text: 'One:\n', providerMetadata: { cache: true } }],
  });
  expect(after!.blocks[0]).toBe(image);
});

test.each([
  ['a.ts', '/w/a.ts'],
  ['./src/../a.ts', 'a.ts'],
  ['C:\\w\\a.ts', 'C:/w/a.ts'],
  ['  my docs/a b.md ', 'my docs/a b.md'],
  ['a --- b', 'a --- b'],
])('%s and %s are the same file', (one, other) => {
  expect(textsAfter(`x\n${included(one, '1')}`, included(other, '2'))).toEqual(['x\n']);
});

test('ignores inclusions in model, tool and system entries', () => {
  const entries = history().ai(a).call('Read').result(a).system(a).human(a).build();
  expect(remove(entries)).toEqual({ replacements: new Map(), count: 0 });
});

test('keeps protected entries, and still counts their inclusions', () => {
  const entries = [human(`x\n${a}`), human(`y\n${a}`), human(`z\n${a}`)];
  const isProtected = (entry: IContent) => entry === entries[1];
  const { replacements } = removeRepeatedInclusions(entries, { workspaceRoot, isProtected });
  expect([...replacements.keys()]).toEqual([0]);
  const newest = removeRepeatedInclusions(entries, {
    workspaceRoot,
    isProtected: (entry) => entry === entries[2],
  });
  expect([...newest.replacements.keys()]).toEqual([0, 1]);
});

test('replaces an entry of inclusions by a marker, and removes an emptied block next to other text', () => {
  const [marked] = apply([human(`${a}${included('b.ts', '1')}`), human(a + included('b.ts', '2'))]);
  expect(marked).toEqual(human('[dup of a.ts, b.ts: included again below]'));
  expect(apply([human(a, 'Please fix.'), human(a)])[0]).toEqual(human('Please fix.'));
  expect(apply([human(a, a), human(a)])[0]).toEqual(
    human('[dup of a.ts, a.ts: included again below]'),
  );
  expect(apply([human(' ', a), human(a)])[0]!.blocks).toHaveLength(2);
});

test.each([
  ['one blank line stays one', `See:\n\n${a}\nThanks`, 'See:\n\nThanks'],
  ['many become one', `See:\n\n\n\n${a}\n\n\nThanks`, 'See:\n\nThanks'],
  ['none stays none', `See:\n${a}Thanks`, 'See:\nThanks'],
  ['at the end', `See:\n${a}`, 'See:\n'],
  ['at the start', `${a}Thanks`, 'Thanks'],
  ['at the start, behind blank lines', `\n\n\n${a}Thanks`, 'Thanks'],
  ['two seams that meet are one', `See:\n${a}\n\n${a}\n\nThanks`, 'See:\n\nThanks'],
  ['blank lines elsewhere stay', `1\n\n\n\n2\n${a}3\n\n\n\n4`, '1\n\n\n\n2\n3\n\n\n\n4'],
])('tidies only the seam: %s', (_, text, expected) => {
  expect(textsAfter(text, a)).toEqual([expected]);
});

test('tidies a seam between CRLF lines and keeps CRLF', () => {
  const crlf = included('a.ts', 'x', '\r\n');
  expect(textsAfter(`See:\r\n\r\n\r\n${crlf}\r\n\r\nThanks\r\n`, crlf)).toEqual([
    'See:\r\n\r\nThanks\r\n',
  ]);
  expect(textsAfter(`${crlf}\r\nThanks`, crlf)).toEqual(['\r\nThanks']);
});

test('keeps a closing line as long as a remaining inclusion needs it', () => {
  const group = '--- a.ts ---\nA\n--- b.ts ---\nB\n--- End of content ---\nend';
  expect(textsAfter(group, a)).toEqual(['--- b.ts ---\nB\n--- End of content ---\nend']);
  expect(textsAfter(group, included('b.ts', '2'))).toEqual([
    '--- a.ts ---\nA\n--- End of content ---\nend',
  ]);
  expect(
    textsAfter(`x\n${group}`, '--- a.ts ---\nA\n--- b.ts ---\nB\n--- End of content ---'),
  ).toEqual(['x\nend']);
});

test('removes content with closing lines when it is repeated exactly, and keeps it when in doubt', () => {
  const guide = included('guide.md', 'Write\n--- End of content ---\nat the end.');
  expect(textsAfter(`x\n${guide}end`, guide)).toEqual(['x\nend']);
  const plain = `x\n${guide}end`;
  expect(textsAfter(plain, included('guide.md', 'short'))).toEqual([plain]);
  const said = `x\n${a}And this I say.\n--- End of content ---\nend`;
  expect(textsAfter(said, a)).toEqual([said]);
});

test.each([
  ['never closed', '--- a.ts ---\nnew\n'],
  ['closed before it opens', '--- End of content ---\n--- a.ts ---\nnew'],
  ['opened in the middle of a line', 'see --- a.ts ---\nnew\n--- End of content ---'],
  ['closed in the middle of a line', '--- a.ts ---\nnew --- End of content ---'],
  ['without a path', '---  ---\nnew\n--- End of content ---'],
  ['the header of a diff', '--- a.ts\n+++ a.ts\n--- End of content ---'],
])('is no file: %s', (_, text) => {
  expect(textsAfter(text, a, text)).toEqual([text]);
});

test('keeps one of 100,000 inclusions in one text, and one of 20,000 in separate entries', () => {
  const many = Array.from({ length: 100_000 }, () => '--- a ---\nx\n').join('');
  const [entry] = apply([human(`${many}--- End of content ---`)]);
  expect(entry).toEqual(human('--- a ---\nx\n--- End of content ---'));
  const entries = Array.from({ length: 20_000 }, () => human(a));
  expect(remove(entries).count).toBe(19_999);
});
