import { expect, test } from 'vitest';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import type { Part } from '../../src/record/pieces.ts';
import { createKeptWords } from '../../src/required/kept-words.ts';

/** Returns how many units of a text stay if its sentences are kept with their context. */
function countKept(text: string): number {
  const parsed = createTextParser().parseProse(text);
  const base = { entry: 0, block: 0, role: 'user', label: '', call: undefined } as const;
  const part: Part = { ...base, parsed };
  const kept = createKeptWords([part], 1);
  const units = Array.from({ length: parsed.count }, (_, unit) => unit);
  kept.keepWithContext(part, units, 1_000);
  return kept.units.get(part)!.size;
}

test.each(['Great.', 'Yeah, exactly.', 'אוקיי.', 'نعم شكرا.', 'ठीक है.', '네.'])(
  'a remark is not kept alone: %s',
  (text) => {
    expect(countKept(text)).toBe(0);
  },
);

test.each([
  'The gate is closed now.',
  'At 12.',
  // Scripts without spaces have no words to count.
  '好的。',
  'わかった。',
])('a sentence, a number, or a text without spaces is kept: %s', (text) => {
  expect(countKept(text)).toBe(1);
});

test('a remark is kept next to a longer sentence', () => {
  expect(countKept('Great. The gate is closed now.')).toBe(2);
});
