import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digest } from '../src/digest.ts';

test('a digest has 16 hexadecimal digits', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (parts) => {
      expect(digest(parts)).toMatch(/^[0-9a-f]{16}$/);
    }),
  );
});

test('200,000 numbered texts have distinct digests', () => {
  const digests = new Set<string>();
  for (let id = 0; id < 200_000; id += 1) digests.add(digest([String(id)]));
  expect(digests.size).toBe(200_000);
});

test('texts that join to the same string or collide in djb2 have different digests', () => {
  expect(digest(['ab', 'c'])).not.toBe(digest(['a', 'bc']));
  expect(digest([''])).not.toBe(digest([]));
  expect(digest(['ab'])).not.toBe(digest(['bA']));
  expect(digest(['a'])).not.toBe(digest(['\0a']));
});
