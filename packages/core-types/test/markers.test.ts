import {
  DROPPED_POINTER,
  formatDroppedNotice,
  isMarker,
  parseToolSummaryStatus,
  MARKER_MAX_LENGTH,
  parseDroppedNotice,
  PRUNED_POINTER,
  formatRepeatedFileMarker,
  formatToolSummary,
} from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const text = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', ' ', '\n\t', 'a: success]', '😀'.repeat(150), ']'.repeat(250)),
);
const size = fc
  .tuple(fc.nat(99_999_999), fc.constantFrom('lines', 'chars', 'items', 'field'))
  .map(([count, unit]) => `${count} ${unit}`);
const parts = fc.record(
  {
    tool: text,
    key: text,
    status: fc.constantFrom('success' as const, 'error' as const, 'done' as const),
    size,
    excerpt: fc.array(fc.oneof(text, fc.string({ maxLength: 2_000 })), { maxLength: 4 }),
  },
  { requiredKeys: ['tool', 'status'] },
);

test('a tool summary has tool, key, status and size', () => {
  expect(
    formatToolSummary({
      tool: 'read_file',
      key: 'src/index.ts',
      status: 'success',
      size: '245 lines',
    }),
  ).toBe('[read_file src/index.ts: success, 245 lines]');
  expect(formatToolSummary({ tool: 'Bash', status: 'error' })).toBe('[Bash: error]');
});

test('the excerpt of a failure follows its line', () => {
  const excerpt = ['Error: ENOENT', 'exit code 1'];
  expect(formatToolSummary({ tool: 'Bash', key: 'cat x', status: 'error', excerpt })).toBe(
    '[Bash cat x: error]\nError: ENOENT\nexit code 1',
  );
});

test.each([
  [198, 0],
  [199, 0],
  [200, 1],
])('limits a line of %i characters to less than 200', (length, isCut) => {
  const frame = '[Bash : success]'.length;
  const key = 'k'.repeat(length - frame);
  const line = formatToolSummary({ tool: 'Bash', key, status: 'success' });
  expect(line).toHaveLength(Math.min(length, 199));
  expect(line.includes('…')).toBe(isCut === 1);
  expect(isMarker(line)).toBe(true);
});

test('every marker is recognized and well-formed, with a first line below 200 characters', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const marker = formatToolSummary(given);
      expect(isMarker(marker)).toBe(true);
      expect(parseToolSummaryStatus(marker)).toBe(given.status);
      expect(marker.split('\n', 1)[0]!.length).toBeLessThan(200);
      expect(marker.isWellFormed()).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (paths) => {
      const marker = formatRepeatedFileMarker(paths);
      expect(isMarker(marker)).toBe(true);
      expect(marker).not.toContain('\n');
      expect(marker.isWellFormed()).toBe(true);
    }),
  );
  for (const pointer of [PRUNED_POINTER, DROPPED_POINTER]) expect(isMarker(pointer)).toBe(true);
});

test('truncates a long excerpt to twelve lines and to the maximum length of a marker', () => {
  const lines = Array.from({ length: 10 }, (_, at) => `line ${at + 2}`);
  const excerpt = ['first\nstill first', ...lines, 'y'.repeat(2_000), 'thirteenth'];
  const marker = formatToolSummary({
    tool: 'Bash',
    key: 'k'.repeat(300),
    status: 'error',
    excerpt,
  });
  expect(marker).toHaveLength(MARKER_MAX_LENGTH);
  expect(marker.split('\n')).toHaveLength(13);
  expect(marker).not.toContain('thirteenth');
  expect(parseToolSummaryStatus(marker)).toBe('error');
});

test('a dropped notice reports removed and following entries, and can be parsed', () => {
  const one = { dropped: 1, newest: 2, following: 3 };
  expect(formatDroppedNotice(one)).toBe(
    '[1 entry between here and the newest 2 was dropped; 3 follow]',
  );
  fc.assert(
    fc.property(
      fc.nat(999_999_999),
      fc.nat(999_999_999),
      fc.nat(99),
      (dropped, following, newest) => {
        const notice = formatDroppedNotice({ dropped, newest, following });
        expect(isMarker(notice)).toBe(true);
        expect(parseDroppedNotice(notice)).toEqual({ dropped, newest, following });
      },
    ),
  );
  expect(
    parseDroppedNotice('[3 entries between here and the newest 2 were dropped; many follow]'),
  ).toBeUndefined();
  expect(parseDroppedNotice(`${formatDroppedNotice(one)}\n`)).toBeUndefined();
});

test('a repeated file marker names up to three files', () => {
  expect(formatRepeatedFileMarker(['a.ts'])).toBe('[dup of a.ts: included again below]');
  expect(formatRepeatedFileMarker(['a', 'b', 'c', 'd', 'e'])).toBe(
    '[dup of a, b, c and 2 more: included again below]',
  );
});

test.each([
  'The build failed with [read_file a.ts: success, 3 lines]',
  '[read_file a.ts: success, 3 lines] and then?',
  '[read_file a.ts: maybe]',
  '[read_file a.ts: success, three lines]',
  '["a", "b"]',
  '[link](https://example.org)',
  '- [x] done: success',
  '',
])('ordinary text is not a marker: %j', (ordinary) => {
  expect(isMarker(ordinary)).toBe(false);
});

test.each([
  '[summary: he fixed the build]',
  '[summary#a-1: he fixed\nthe build]',
  '[truncated — 4096 chars: begins with this]',
  '[truncated — 4096 chars]',
  '[cce:dup of 12]',
  '[near-dup of entry 3]',
])('recognizes markers of the other families: %j', (marker) => {
  expect(isMarker(marker)).toBe(true);
});

const summary = (length: number): string => `[summary: ${'x'.repeat(length - 11)}]`;

test('recognizes a marker of 1,000 characters, but not of 1,001', () => {
  expect(summary(1_000)).toHaveLength(1_000);
  expect(isMarker(summary(1_000))).toBe(true);
  expect(isMarker(summary(1_001))).toBe(false);
  expect(parseToolSummaryStatus(`[Bash: error]\n${'x'.repeat(986)}`)).toBe('error');
  expect(parseToolSummaryStatus(`[Bash: error]\n${'x'.repeat(987)}`)).toBeUndefined();
});

test('rejects a huge text of repeated marker starts', () => {
  for (const hostile of ['[', '[a: success', '[summary: ', '[dup of ', ': error]\n']) {
    expect(isMarker(hostile.repeat(1_000_000))).toBe(false);
    expect(parseToolSummaryStatus(hostile.repeat(1_000_000))).toBeUndefined();
    expect(parseDroppedNotice(hostile.repeat(1_000_000))).toBeUndefined();
  }
});
