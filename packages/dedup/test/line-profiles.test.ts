import { expect, test } from 'vitest';
import { profileLines } from '../src/line-profiles.ts';

test('profiles the whole text only if another text shares three of its first lines', () => {
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

test('numbers lines from the rarest to the most frequent, and sorts them', () => {
  const { profiles, firstShared } = profileLines(['a\nb\nc\nown\nd', 'd\na\nb\nc', 'b\nc\na']);
  const [first, second, third] = profiles;
  expect(firstShared).toBe(1);
  expect(first!.opening[3]).toBe(0);
  expect([...first!.lines]).toEqual([0, 1, 2, 3, 4]);
  expect([...second!.lines]).toEqual([1, 2, 3, 4]);
  expect([...third!.lines]).toEqual([2, 3, 4]);
  expect(second!.opening[0]).toBe(1);
});
