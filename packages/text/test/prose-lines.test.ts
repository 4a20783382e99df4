import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProseLines } from '../src/index.ts';

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

/** The rule as regular expressions that search the whole line. */
function isCounted(line: string): boolean {
  if (/(?:[;{}([=\\]|=>|\/>)\s*$/.test(line) || /\S{120}/.test(line)) return false;
  const { length } = line.trim();
  const count = (what: RegExp): number => line.match(what)?.length ?? 0;
  return (
    length < 20 ||
    (count(/[{}();=<>[\]|\\/_$@&*^~"]/g) <= 0.12 * length &&
      count(/[\p{L}\p{M}]/gu) >= 0.5 * length)
  );
}

test('counts letters and marks of code as the regular expressions do', () => {
  const unit = fc.constantFrom(
    'a',
    'B',
    'é',
    '𝒜',
    '会',
    ' ',
    '\u00a0',
    '\t',
    '(',
    ';',
    '>',
    '=',
    '7',
    '.',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.nat(130), (end, letters) => {
      const line = `Say ${'x'.repeat(letters)} ${end}`;
      expect(proseOf(line) !== undefined).toBe(isCounted(line));
    }),
    { numRuns: 1_000 },
  );
});
