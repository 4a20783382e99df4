import { expect, test } from 'vitest';
import { profileLines } from '../src/line-profiles.ts';

test('a text is read to its end only where others have three of its first lines', () => {
  const { profiles } = profileLines([
    'a\nb\nc\nd',
    'a\nb\nc\ne',
    'a\nb\nx\ny\nz\nc',
    undefined,
    'a',
  ]);
  expect(profiles.map((profile) => profile?.length)).toEqual([
    7,
    7,
    undefined,
    undefined,
    undefined,
  ]);
});

test('lines are numbered from the rarest to the most frequent, and sorted', () => {
  const { profiles, firstShared } = profileLines(['a\nb\nc\nown\nd', 'd\na\nb\nc', 'b\nc\na']);
  const [first, second, third] = profiles;
  expect(firstShared).toBe(1);
  expect(first!.opening[3]).toBe(0);
  expect([...first!.lines]).toEqual([0, 1, 2, 3, 4]);
  expect([...second!.lines]).toEqual([1, 2, 3, 4]);
  expect([...third!.lines]).toEqual([2, 3, 4]);
  expect(second!.opening[0]).toBe(1);
});
