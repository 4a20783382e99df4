import { replaceResultParts, resultParts, type ResultPart } from '@palimpsest/core-types';
import { expect, test } from 'vitest';

const text = { type: 'text', text: 'before' };
const picture = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;
const novelty = { type: 'json', value: { type: 'novelty' }, isFixed: true };

test('a string is one text, and a missing result has no parts', () => {
  expect(resultParts('words')).toEqual([{ type: 'text', path: [], text: 'words' }]);
  expect(resultParts(undefined)).toEqual([]);
  expect(resultParts(null)).toEqual([]);
});

test('each block of a list is a part', () => {
  expect(resultParts([text, picture, { type: 'json', value: { rows: 1 } }, novelty])).toEqual([
    { type: 'text', path: [0, 'text'], text: 'before' },
    { type: 'media', path: [1], media: picture },
    { type: 'json', path: [2, 'value'], value: { rows: 1 } },
    { type: 'json', path: [3, 'value'], value: { type: 'novelty' }, isFixed: true },
  ]);
});

test('beside blocks, strings are texts, what has another type never changes, and anything else is JSON', () => {
  const unknown = { type: 'tool_reference', tool_name: 'x' };
  expect(resultParts([text, unknown, 'plain', { rows: 1 }, [text]]).slice(1)).toEqual([
    { type: 'json', path: [1], value: unknown, isFixed: true },
    { type: 'text', path: [2], text: 'plain' },
    { type: 'json', path: [3], value: { rows: 1 } },
    { type: 'json', path: [4], value: [text] },
  ]);
});

test.each([
  [7],
  [[]],
  [{ stdout: 'out', stderr: 'bad', exitCode: 1 }],
  [{ content: [text], isError: true }],
  [[{ id: 1, text: 'a row' }]],
  [['plain', 'list']],
  [[{ type: 'file', name: 'a.ts', size: 10 }]],
  [new Date(0)],
])('%j is one JSON part with all its members', (result) => {
  expect(resultParts(result)).toEqual([{ type: 'json', path: [], value: result }]);
});

test('a record or a list around one text is that text', () => {
  expect(resultParts({ output: 'words' })).toEqual([
    { type: 'text', path: ['output'], text: 'words' },
  ]);
  expect(resultParts(['words'])).toEqual([{ type: 'text', path: [0], text: 'words' }]);
});

test('returns the same array of parts for the same result', () => {
  const result = [text];
  expect(resultParts(result)).toBe(resultParts(result));
});

test('replaces a text in place, and media and JSON in a list by a text block', () => {
  const result = [{ ...text, id: 7 }, picture, { type: 'json', value: [1] }];
  const edits = resultParts(result).map((part, at) => [part, `line ${at}`] as const);
  expect(replaceResultParts(result, new Map<ResultPart, unknown>(edits))).toEqual([
    { type: 'text', text: 'line 0', id: 7 },
    { type: 'text', text: 'line 1' },
    { type: 'text', text: 'line 2' },
  ]);
  expect(replaceResultParts(result, new Map([[resultParts(result)[2]!, [2]]]))).toEqual([
    ...result.slice(0, 2),
    { type: 'json', value: [2] },
  ]);
});

test('keeps unchanged parts, and a result without changes, as the same objects', () => {
  const result = [text, picture];
  const [first] = resultParts(result);
  const left = replaceResultParts(result, new Map([[first!, 'after']])) as typeof result;
  expect(left).toEqual([{ type: 'text', text: 'after' }, picture]);
  expect(left[1]).toBe(picture);
  expect(text.text).toBe('before');
  expect(replaceResultParts(result, new Map([[first!, 'before']]))).toBe(result);
});

test('replaces a member with the name of the prototype', () => {
  const parsed = JSON.parse('{"__proto__":{"x":"words"}}') as object;
  const part = { type: 'text', path: ['__proto__', 'x'], text: 'words' } as const;
  const left = replaceResultParts(parsed, new Map<ResultPart, unknown>([[part, 'line']]));
  expect(JSON.stringify(left)).toBe('{"__proto__":{"x":"line"}}');
});
