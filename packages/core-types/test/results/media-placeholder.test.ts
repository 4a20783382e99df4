import {
  findBinaryText,
  formatMediaPlaceholder,
  isMarker,
  mediaPlaceholder,
  parseMediaPlaceholder,
  findRecallId,
  replaceBinaryText,
  soleText,
  withSoleText,
} from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64 } from './base64.ts';

test('shows type, dimensions, name, size and id', () => {
  const media = { type: 'media', mimeType: 'image/png', encoding: 'base64' } as const;
  const data = base64(90_000);
  expect(mediaPlaceholder({ ...media, data, filename: 'a.png' }, '1f0c9a3e.2')).toBe(
    '[image/png 1280×720, "a.png", 90 kB, #1f0c9a3e.2]',
  );
  expect(mediaPlaceholder({ ...media, data: '' })).toBe('[image/png]');
  expect(mediaPlaceholder({ ...media, data: 'https://a.b/c.png', encoding: 'url' })).toBe(
    '[image/png]',
  );
});

test('a media type that is too long to be parsed becomes its kind', () => {
  const line = formatMediaPlaceholder({ mimeType: `image/${'x'.repeat(90)}` }, '1f0c9a3e');
  expect(line).toBe('[image, #1f0c9a3e]');
  expect(parseMediaPlaceholder(line)).toEqual({ recallId: '1f0c9a3e' });
  const long = formatMediaPlaceholder({ mimeType: `${'x'.repeat(85)}/b` }, '1f0c9a3e');
  expect(parseMediaPlaceholder(long)).toEqual({ recallId: '1f0c9a3e' });
});

test('a placeholder is one line that can be parsed, for any media type and name', () => {
  const id = fc.option(fc.constantFrom('1f0c9a3e', '1f0c9a3e.12'), { nil: undefined });
  const facts = fc.record(
    {
      bytes: fc.nat(2_000_000_000),
      name: fc.string(),
      width: fc.integer({ min: 1, max: 9_999 }),
      height: fc.integer({ min: 1, max: 9_999 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.string(), facts, id, (mimeType, known, recallId) => {
      const line = formatMediaPlaceholder({ mimeType, ...known }, recallId);
      expect(line.split('\n')).toHaveLength(1);
      expect(line.length).toBeLessThan(200);
      expect(parseMediaPlaceholder(line)).toEqual({ recallId });
      expect(isMarker(line)).toBe(true);
    }),
  );
});

test.each([
  'a'.repeat(5_000),
  '='.repeat(5_000),
  '/usr/local/lib/python3/site-packages'.repeat(30),
  '0123456789abcdef'.repeat(100),
  base64(150),
  `${base64(180)} ${base64(180)}`,
])('leaves a text without long base64 unchanged (case %#)', (text) => {
  expect(replaceBinaryText(text)).toBe(text);
});

test.each(['\n', '\t', 'é', '\u2028'])(
  'replaces base64 in JSON without breaking the escape of %j before it',
  (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    const escape = escaped === character ? '\\u00e9' : escaped;
    const json = `{"stdout":"Done in 2.1 s${escape}${base64(600)}"}`;
    expect(JSON.parse(replaceBinaryText(json))).toEqual({
      stdout: expect.stringMatching(/^Done in 2\.1 s.\[image\/png 1280×720, 600 bytes\]$/su),
    });
  },
);

test('finds base64 and data URLs anywhere, from 256 characters on', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 192, max: 3_000 }),
      fc.nat(700),
      fc.boolean(),
      (bytes, before, isAddress) => {
        const lead = '. '.repeat(before);
        const data = base64(bytes);
        const text = `${lead}${isAddress ? 'data:image/png;base64,' : ''}${data}" rest`;
        const [run, ...others] = findBinaryText(text);
        expect(others).toEqual([]);
        expect(run).toMatchObject({ start: lead.length, end: text.length - '" rest'.length });
        expect(replaceBinaryText(text)).toBe(`${lead}${run!.placeholder}" rest`);
      },
    ),
  );
});

test.each([
  ['words', 'line'],
  [{ output: 'words' }, { output: 'line' }],
  [{ stdout: 'a', stderr: 'b', exitCode: 1 }, { stdout: 'line' }],
  [{ rows: [1] }, { output: 'line' }],
  [
    [
      { type: 'text', text: 'a' },
      { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
    ],
    [{ type: 'text', text: 'line' }],
  ],
  [[1, 2], ['line']],
  [undefined, 'line'],
  [7, 'line'],
])('puts a text into %j, and reads it back', (result, expected) => {
  const left = withSoleText(result, 'line');
  expect(left).toEqual(expected);
  expect(soleText(left)).toBe('line');
  expect(withSoleText(left, 'line')).toEqual(left);
});

test.each([
  ['#1f0c9a3e.2\nwords'],
  ['#1f0c9a3e.2 …5'],
  [{ output: '#1f0c9a3e.2\nwords' }],
  [
    [
      { type: 'text', text: 'whole' },
      { type: 'text', text: '[image/png, 90 kB, #1f0c9a3e.2]' },
    ],
  ],
])('finds the id of %j', (result) => {
  expect(findRecallId(result)).toBe('1f0c9a3e.2');
});

test('returns no id for a result that was not reduced', () => {
  expect(findRecallId('words')).toBeUndefined();
  expect(findRecallId({ id: '#1f0c9a3e.2', at: 3 })).toBeUndefined();
});

test('finds base64 of 256 characters with its padding at any offset', () => {
  for (const before of ['', 'x '.repeat(40), ' '.repeat(255)]) {
    const run = `iVBORw0KGgo${'k9Zq1xT7'.repeat(40)}`.slice(0, 254);
    expect(findBinaryText(`${before}${run}==`)).toMatchObject([
      { start: before.length, end: before.length + 256 },
    ]);
  }
});
