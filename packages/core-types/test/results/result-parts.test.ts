import {
  readResultMedia,
  replaceResultParts,
  resultParts,
  type ResultPart,
} from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { mediaShapes, textShapes } from './result-shapes.ts';

const text = { type: 'text', text: 'before' };

test('a string is one text, and a missing result has no parts', () => {
  expect(resultParts('words')).toEqual([{ type: 'text', path: [], text: 'words' }]);
  expect(resultParts(undefined)).toEqual([]);
  expect(resultParts(null)).toEqual([]);
  expect(resultParts([])).toEqual([{ type: 'json', path: [], value: [] }]);
  expect(resultParts(7)).toEqual([{ type: 'json', path: [], value: 7 }]);
});

test.each(mediaShapes)(
  'recognizes %s as media, alone, in an array and in an object',
  (_name, part, mimeType) => {
    expect(readResultMedia(part)).toMatchObject({ mimeType });
    expect(resultParts(part)).toMatchObject([{ type: 'media', path: [], media: { mimeType } }]);
    expect(resultParts([text, part])).toMatchObject([
      { type: 'text', path: [0, 'text'], text: 'before' },
      { type: 'media', path: [1], media: { mimeType } },
    ]);
    expect(resultParts({ content: [part], isError: true })).toMatchObject([
      { type: 'media', path: ['content', 0] },
    ]);
    expect(resultParts({ note: 'words', picture: part })).toMatchObject([
      { type: 'text', path: ['note'], text: 'words' },
      { type: 'media', path: ['picture'] },
    ]);
  },
);

test.each(textShapes)('reads the text of %s', (_name, part) => {
  const parts = resultParts([part, { type: 'text', text: 'behind' }]);
  expect(parts.map((one) => (one.type === 'text' ? one.text : one.type))).toEqual([
    'words',
    'behind',
  ]);
});

test.each([
  [{ stdout: 'out', stderr: 'bad', exitCode: 1 }],
  [{ result: 'found', rows: [{ id: 1 }] }],
  [{ content: 'all', matches: ['one'] }],
  [{ output: 'all', log: ['one'] }],
  [{ text: 't', body: 'x'.repeat(7_000) }],
  [[{ id: 1, text: 'a row' }]],
  [['plain', 'list']],
  [[{ type: 'file', name: 'a.ts', size: 10 }]],
  [[{ type: 'file', name: 'a.ts', url: 'https://a.b/c', html_url: 'https://a.b/d' }]],
  [{ type: 'document', source: 'wiki', title: 'Words' }],
])('%j is one JSON part with all its members', (result) => {
  expect(resultParts(result)).toEqual([{ type: 'json', path: [], value: result }]);
});

test('reads an object around one text as that text', () => {
  expect(resultParts({ output: 'words' })).toEqual([
    { type: 'text', path: ['output'], text: 'words' },
  ]);
});

test('keeps elements of unknown types, reads strings as texts and anything else as JSON', () => {
  const unknown = { type: 'tool_reference', tool_name: 'x' };
  expect(resultParts([text, unknown, 'plain', { rows: 1 }, [text]])).toEqual([
    { type: 'text', path: [0, 'text'], text: 'before' },
    { type: 'json', path: [1], value: unknown, isFixed: true },
    { type: 'text', path: [2], text: 'plain' },
    { type: 'json', path: [3], value: { rows: 1 } },
    { type: 'text', path: [4, 0, 'text'], text: 'before' },
  ]);
});

test('reads members next to a list of parts', () => {
  const result = {
    output: { content: [text], structuredContent: { rows: [1] } },
    note: 'words',
    isError: false,
  };
  expect(resultParts(result)).toEqual([
    { type: 'text', path: ['output', 'content', 0, 'text'], text: 'before' },
    { type: 'json', path: ['output', 'structuredContent'], value: { rows: [1] } },
    { type: 'text', path: ['note'], text: 'words' },
  ]);
});

test('returns the same array of parts for the same result', () => {
  const result = [text];
  expect(resultParts(result)).toBe(resultParts(result));
});

test('terminates on circular references', () => {
  const circle: unknown[] = [text];
  circle.push(circle);
  const record: Record<string, unknown> = { note: 'words' };
  record['self'] = record;
  expect(resultParts(circle).length).toBeGreaterThan(1);
  expect(resultParts(record)).toHaveLength(1);
});

test.each(mediaShapes)('replaces %s by a text part that is read as text', (_name, part) => {
  const list = [text, part];
  const [, media] = resultParts(list);
  const left = replaceResultParts(list, new Map([[media!, '[image/png, 90 kB]']])) as unknown[];
  expect(left[0]).toBe(text);
  expect(resultParts(left).map((one) => one.type === 'text' && one.text)).toEqual([
    'before',
    '[image/png, 90 kB]',
  ]);
});

test('a placeholder has the text format of the API that the media part belongs to', () => {
  const url = 'https://a.b/c.png';
  expect(withPlaceholder({ type: 'input_image', image_url: url })).toEqual([
    { type: 'input_text', text: 'x' },
  ]);
  expect(withPlaceholder({ fileData: { mimeType: 'image/png', fileUri: url } })).toEqual([
    { text: 'x' },
  ]);
  expect(withPlaceholder({ type: 'image', source: { type: 'url', url } })).toEqual([
    { type: 'text', text: 'x' },
  ]);
});

test('keeps unchanged parts, and a result without changes, as the same objects', () => {
  const result = { content: [text, { rows: 1 }], meta: { a: { b: 1 } } };
  const [first, second] = resultParts(result);
  const left = replaceResultParts(result, new Map([[first!, 'after']])) as typeof result;
  expect(left).toEqual({
    content: [{ type: 'text', text: 'after' }, { rows: 1 }],
    meta: { a: { b: 1 } },
  });
  expect(left.content[1]).toBe(result.content[1]);
  expect(left.meta).toBe(result.meta);
  expect(text.text).toBe('before');
  expect(replaceResultParts(result, new Map([[first!, 'before']]))).toBe(result);
  expect(
    replaceResultParts(
      result,
      new Map<ResultPart, unknown>([
        [first!, 'a'],
        [second!, { rows: 2 }],
      ]),
    ),
  ).toEqual({
    content: [{ type: 'text', text: 'a' }, { rows: 2 }],
    meta: { a: { b: 1 } },
  });
  const parsed = JSON.parse(
    '{"__proto__":{"x":1},"content":[{"type":"text","text":"t"}]}',
  ) as object;
  const [odd] = resultParts(parsed);
  expect(
    Object.keys(
      replaceResultParts(parsed, new Map<ResultPart, unknown>([[odd!, { x: 2 }]])) as object,
    ),
  ).toContain('__proto__');
});

function withPlaceholder(part: object): unknown {
  const [media] = resultParts([part]);
  return replaceResultParts([part], new Map([[media!, 'x']]));
}
