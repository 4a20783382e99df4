import { expect, test } from 'vitest';
import { escapeHidden } from '../../src/history/showing/escape-hidden.ts';

const HIDDEN = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}]$/u;
const SHAPING = new Set([0x200c, 0x200d, 0xfe0e, 0xfe0f]);

test('shows every invisible character of Unicode by its code point, and all others unchanged', () => {
  const missed: string[] = [];
  for (let point = 0; point <= 0x10_ff_ff; point += 1) {
    if (point >= 0xd8_00 && point <= 0xdf_ff) continue;
    const character = String.fromCodePoint(point);
    const isHidden = HIDDEN.test(character) && !/[\t\n\r]/.test(character) && !SHAPING.has(point);
    const shown = escapeHidden(`a${character}b`);
    const expected = isHidden ? `a\\u{${point.toString(16).toUpperCase()}}b` : `a${character}b`;
    if (shown !== expected) missed.push(point.toString(16));
  }
  expect(missed).toEqual([]);
});
