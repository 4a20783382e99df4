import { formatGapMarker } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignLines } from '../src/align-lines.ts';
import type { LineEdit } from '../src/comparison.ts';

/**
 * Applies edits to the lines of `before`: a string adds lines, a positive number keeps that many, a negative one removes as many. Returns the
 * new text, and the number of lines that the edits kept or removed.
 */
function apply(before: string, edits: readonly LineEdit[]): { after: string; used: number } {
  const lines = before === '' ? [] : before.split('\n');
  const after: string[] = [];
  let used = 0;
  for (const edit of edits) {
    if (typeof edit === 'string') after.push(edit);
    else {
      if (edit > 0) after.push(...lines.slice(used, used + edit));
      used += Math.abs(edit);
    }
  }
  return { after: after.join('\n'), used };
}

const line = fc.oneof(
  fc.constantFrom('', '}', '  return;', 'the same line', '…3', '#0a1b2c3d'),
  fc.string({ unit: 'grapheme' }),
);
const anyText = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));
const lineChange = fc.constantFrom('keep', 'double', 'replace', 'drop');
/** A text, and a version of it with some lines dropped, replaced and doubled. */
const versions = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.array(lineChange), line)
  .map(([lines, changes, added]): [string, string] => {
    const after = lines.flatMap((original, index) => {
      const change = changes[index] ?? 'keep';
      if (change === 'double') return [original, original];
      if (change === 'replace') return [added];
      return change === 'keep' ? [original] : [];
    });
    return [lines.join('\n'), after.join('\n')];
  });

/** White space around lines does not count. */
const trimmed = (whole: string): string[] => whole.split('\n').map((own) => own.trim());

test('edits of any two texts lead from one to the other, and use every line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(anyText, anyText), versions), ([before, after]) => {
      const { after: applied, used } = apply(before, alignLines(before, after));
      expect(trimmed(applied)).toEqual(trimmed(after));
      expect(used).toBe(before === '' ? 0 : before.split('\n').length);
    }),
  );
});

test('a line without its indentation is the same line', () => {
  expect(alignLines('   1\t{\n   2\t  "a": 1', '…1\n2\t  "a": 1')).toEqual([-1, '…1', 1]);
});

test('a line without its number is the same line where it follows the line before', () => {
  expect(alignLines('7\ta\n8\tb\n9\tc', '7\ta\nb')).toEqual([2, -1]);
  expect(alignLines('7\ta\n8\tb\n9\tc', '7\ta\n8\tc')).toEqual([1, -2, '8\tc']);
});

test('of an equal text, every line stays', () => {
  expect(alignLines('a\nb', 'a\nb')).toEqual([2]);
  expect(alignLines('', '')).toEqual([]);
});

test('a gap marker says which of equal lines stayed', () => {
  const before = ['ok', 'first', 'ok', 'second', 'ok', 'third'].join('\n');
  const after = [formatGapMarker(4), 'ok', 'third'].join('\n');
  expect(alignLines(before, after)).toEqual([-4, '…4', 2]);
});

test('a bracket far below does not take the lines between with it', () => {
  // The two added lines are one edit.
  const before = ['if (a) {', '  b();', '}', 'c();', '}'].join('\n');
  expect(alignLines(before, ['note', '}', 'c();', '}'].join('\n'))).toEqual([-3, 'note\n}', 2]);
});
