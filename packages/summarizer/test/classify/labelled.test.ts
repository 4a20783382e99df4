import { classifyText } from '@palimpsest/summarizer/classify';
import { expect, test } from 'vitest';
import { MAY_GO, MUST_STAY } from './labelled-texts.ts';

test.each(MUST_STAY)('classifies as hard: $name', ({ text, hard }) => {
  const { reasons, isHard, tier } = classifyText(text);
  expect(reasons).toContain(hard);
  expect(isHard).toBe(true);
  expect(tier).toBe('T0');
});

test.each(MAY_GO)('does not classify as hard: $name', ({ text }) => {
  expect(classifyText(text)).toMatchObject({ isHard: false });
});
