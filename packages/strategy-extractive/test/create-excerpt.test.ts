import { expect, test } from 'vitest';
import { createExcerpt } from '../src/history/names.ts';

test('ends an excerpt before base64, which is never cut', () => {
  const url = `data:image/png;base64,${'iVBORw0KGgo'.repeat(40)}`;
  expect(createExcerpt(`"value": "![shot](${url})"`)).toBe('""value": "![shot](…"');
  expect(createExcerpt('Please review the retry policy before Friday, and tell Ada.')).toBe(
    '"Please review the retry policy before Friday, and…"',
  );
});
