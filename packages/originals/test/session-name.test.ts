import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedSessionKey, sessionKey } from '../src/session-name.ts';

test('maps any name to a path-safe key, and different names to different keys', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(names), (all) => {
      const keys = all.map(sessionKey);
      expect(keys.map(checkedSessionKey)).toEqual(keys);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

test('names that differ only in letter case or in composition have different keys', () => {
  for (const [left, right] of [
    ['User', 'user'],
    ['é', 'e\u{301}'],
    ['a/b', 'a:b'],
  ] as const) {
    expect(sessionKey(left)).not.toBe(sessionKey(right));
  }
});

test.each(['', 'x', `a-${'f'.repeat(39)}`, `A-${'f'.repeat(40)}`, `a/../b-${'f'.repeat(40)}`])(
  'what no name becomes is no key: %s',
  (key) => {
    expect(() => checkedSessionKey(key)).toThrow('a name made by openOriginals');
  },
);
