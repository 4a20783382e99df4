import fc from 'fast-check';
import { lineSpans, paragraphSpans, type Span } from '@palimpsest/text';
import { expect, test } from 'vitest';

const pieces = (text: string, spans: readonly Span[]) =>
  spans.map(({ start, end }) => text.slice(start, end));

const texts = fc
  .array(
    fc.constantFrom(
      'a',
      'bc d',
      ' ',
      '\t',
      '\n',
      '\r',
      '\r\n',
      '\u2028',
      '\u2029',
      '\v',
      '\u3000',
      '中',
    ),
  )
  .map((parts) => parts.join(''));

test('lines are the text between terminators of any kind', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(pieces(text, lineSpans(text))).toEqual(text.split(/\r\n|[\n\r\u2028\u2029]/));
    }),
  );
});

test('paragraphs are the lines between blank ones', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const paragraphs = pieces(text, paragraphSpans(text)).map((paragraph) =>
        paragraph.split(/\r\n|[\n\r\u2028\u2029]/),
      );
      const expected: string[][] = [[]];
      for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/))
        if (line.trim() === '') expected.push([]);
        else expected.at(-1)!.push(line);
      expect(paragraphs).toEqual(expected.filter((lines) => lines.length > 0));
    }),
  );
});

test.each([
  ['one\ntwo\n\nthree', ['one\ntwo', 'three']],
  ['one\r\n\r\ntwo\r\n', ['one', 'two']],
  ['one\n \t\n\n\n  two ', ['one', '  two ']],
  ['\n\n', []],
  ['', []],
])('%j has the paragraphs %j', (text, paragraphs) => {
  expect(pieces(text, paragraphSpans(text))).toEqual(paragraphs);
});

test('reads a million lines in linear time', () => {
  expect(lineSpans('\r\n'.repeat(1_000_000))).toHaveLength(1_000_001);
  expect(paragraphSpans('a\n\n'.repeat(1_000_000))).toHaveLength(1_000_000);
});
