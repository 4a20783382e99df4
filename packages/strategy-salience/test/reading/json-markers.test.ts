import { expect, test } from 'vitest';
import { createTextParser, render } from '../../src/rank.ts';
import { isOnlyGapMarkers } from '../../src/reading/json-tokens.ts';

const reader = createTextParser();

test.each([{ at: 'a', of: 2 }, ['a', 'b', 7]])(
  'recognizes JSON of gap markers only, but not once a member is kept',
  (of) => {
    const json = JSON.stringify(of).replace('"a"', `"${'a long text '.repeat(8)}"`);
    const reading = reader.read(json);
    expect(reading.form).toBe('json');
    const left = render(reading, () => false, { strict: true });
    expect(left).toContain('…');
    expect(isOnlyGapMarkers(left)).toBe(true);
    const some = render(reading, (unit) => unit === 1, { strict: true });
    expect(some).toContain('…');
    expect(isOnlyGapMarkers(some)).toBe(false);
  },
);

test.each([
  '',
  '{}',
  '[]',
  '{"…":}',
  '{"…":"7"}',
  '{"…":7,"a":1}',
  '{"…":1234567890}',
  '["…x"]',
  '["…\\q"]',
  '["a"]',
  '["…7","…7"]',
  `["${'…7'.repeat(40)}"]`,
])('%s is not JSON of gap markers only', (text) => {
  expect(isOnlyGapMarkers(text)).toBe(false);
});
