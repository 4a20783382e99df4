import { expect, test } from 'vitest';
import { createProseLines } from '../../src/text/index.ts';

const proseOf = (line: string): string | undefined => createProseLines()(line);

test.each([
  ['The gate opens too late.', 'own'],
  ['- Never touch the API.', 'own'],
  ['| gate | tariff |', 'own'],
  ['  12\t', undefined],
  ['  - Never touch the API.', 'own'],
  ['|', 'own'],
  ['| 1 | 2 |', undefined],
  ['diff --git a/gate.ts b/gate.ts', undefined],
  ['  File "gate.py", line 3', undefined],
  ['~~~', undefined],
  ['short (', undefined],
  ['ok', 'own'],
  ['@@ -1,4 +1,5 @@ function open', undefined],
  ['at openGate (src/gate.ts:12:5)', undefined],
  ['at noon the gate opens again', undefined],
  ['At noon the gate opens again', 'own'],
  ['return <Gate open />', undefined],
  ['the gate opens by =>', undefined],
  ['Öffne das Tor, wenn die Flut kommt, und schließe es.', 'own'],
])('%j is %j', (line, prose) => {
  expect(proseOf(line)).toBe(prose);
});

test('a word of 120 characters is data', () => {
  for (const letter of ['x', 'ö']) {
    const words = (length: number): string =>
      `look at ${letter.repeat(length)} and at nothing else in this line`;
    expect([119, 120].map((length) => proseOf(words(length)))).toEqual(['own', undefined]);
  }
});
