import fc from 'fast-check';
import { splitFences } from '../../src/text/index.ts';
import { expect, test } from 'vitest';

const partsOf = (text: string) =>
  splitFences(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

test.each<[string, string, string[][]]>([
  ['nothing', '', []],
  ['no fence', 'prose', [['prose', 'prose']]],
  [
    'a fence in prose',
    'a\n```ts\ncode\n```\nb',
    [
      ['prose', 'a\n'],
      ['fence', '```ts\ncode\n```'],
      ['prose', '\nb'],
    ],
  ],
  [
    'CRLF',
    'a\r\n```\r\ncode\r\n```\r\nb',
    [
      ['prose', 'a\r\n'],
      ['fence', '```\r\ncode\r\n```'],
      ['prose', '\r\nb'],
    ],
  ],
  [
    'a fence that is never closed',
    'a\n```\ncode\n\nmore',
    [
      ['prose', 'a\n'],
      ['fence', '```\ncode\n\nmore'],
    ],
  ],
  [
    'a fence in a fence',
    '````\n```\ncode\n```\n````\nb',
    [
      ['fence', '````\n```\ncode\n```\n````'],
      ['prose', '\nb'],
    ],
  ],
  ['a closing run too short', '~~~~\na\n~~~\nb', [['fence', '~~~~\na\n~~~\nb']]],
  ['a closing run of the other kind', '~~~\na\n```\nb\n~~~', [['fence', '~~~\na\n```\nb\n~~~']]],
  [
    'a closing run with words behind it',
    '```\na\n``` b\n```\t ',
    [['fence', '```\na\n``` b\n```\t ']],
  ],
  ['three spaces of indent', '   ```\na\n   ```', [['fence', '   ```\na\n   ```']]],
  ['four spaces of indent', '    ```\na\n    ```', [['prose', '    ```\na\n    ```']]],
  ['a backtick in an info string', '``` a`b\nc', [['prose', '``` a`b\nc']]],
  ['code within a line', 'say ```this``` now', [['prose', 'say ```this``` now']]],
])('%s', (_, text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

const texts = fc
  .array(
    fc.constantFrom('```', '~~~', '````', '`', '~', ' ', '   ', '\t', '\n', '\r\n', '\r', 'a'),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

test('returns parts that cover the text, with prose between fences', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const parts = splitFences(text);
      expect(
        partsOf(text)
          .map(([, part]) => part)
          .join(''),
      ).toBe(text);
      let end = 0;
      for (const [index, part] of parts.entries()) {
        expect(part.start).toBe(end);
        expect(part.end).toBeGreaterThan(part.start);
        expect([part.kind, parts[index + 1]?.kind]).not.toEqual(['prose', 'prose']);
        ({ end } = part);
      }
    }),
    { numRuns: 1_000 },
  );
});
