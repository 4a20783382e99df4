import { expect, test } from 'vitest';
import { user } from '../src/retention/example-session.ts';
import { hasReducedHumanText } from '../src/retention/human-text.ts';

const answer = { role: 'assistant', content: 'aaaaa' };

test('short user texts count as reduced unless they are kept verbatim', () => {
  const before = [user('first'), user('second'), user('z'.repeat(2_001)), answer];
  expect(hasReducedHumanText(before, [user('second'), user('a note'), user('first')])).toBe(false);
  expect(hasReducedHumanText(before, [user('second'), user('fir')])).toBe(true);
  expect(hasReducedHumanText(before, [user('second'), answer])).toBe(true);
});
