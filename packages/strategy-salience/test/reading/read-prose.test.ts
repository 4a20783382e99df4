import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser } from '../../src/reading/create-text-parser.ts';
import { render } from '../../src/rendering/render.ts';
import { isSentence, unitText } from '../../src/reading/parsed-text.ts';
import { formatJsonAsLines } from '@palimpsest/engine/text';
import { anyJson, anyText } from '../texts.ts';

/** Returns the units of a text parsed as prose: `+` marks a sentence, `-` any other unit. */
function unitsOf(text: string): string[] {
  const parsed = createTextParser().readProse(text);
  return Array.from({ length: parsed.count }, (_, unit) => {
    const sign = isSentence(parsed, unit) ? '+' : '-';
    return `${sign}${unitText(parsed, unit)}`;
  });
}

test('splits prose into sentences, and keeps each heading and list item as one unit', () => {
  const text = [
    '## What to do',
    'Mend the gate. It opens too late (see gate.ts). "Why?" nobody knows!',
    '- Never touch v1.2 of the API.',
  ].join('\n');
  expect(unitsOf(text)).toEqual([
    '+## What to do',
    '+Mend the gate. ',
    '+It opens too late (see gate.ts). ',
    '+"Why?" nobody knows!',
    '+- Never touch v1.2 of the API.',
  ]);
});

test('splits text in a script without spaces at its sentence marks', () => {
  expect(unitsOf('我们必须在周五之前检查重试策略。不要改测试！好吗？')).toEqual([
    '+我们必须在周五之前检查重试策略。',
    '+不要改测试！',
    '+好吗？',
  ]);
});

test('splits a sentence of more than 420 characters after its clauses', () => {
  const clause = 'the session that was saved before the server went down, ';
  const units = unitsOf(clause.repeat(12));
  expect(units.length).toBeGreaterThan(2);
  for (const unit of units.slice(0, -1)) expect(unit).toMatch(/^\+the session.*down, $/);
});

/** Returns the text of a unit, without a gap marker. */
const ownText = (unit: string): string => unit.replace('…', '').trim();

/** Checks that a text reduced by one piece, neither the first nor the last, still has the others. */
function assertSamePieces(text: string, roll: number): void {
  const pieces = unitsOf(text).map(ownText);
  if (pieces.length < 3) return;
  const omitted = 1 + (roll % (pieces.length - 2));
  const reduced = render(createTextParser().readProse(text), (unit) => unit !== omitted);
  // A rest of up to 420 characters is one piece again.
  if (reduced.length <= 421) return;
  expect(unitsOf(reduced).map(ownText)).toEqual(pieces.toSpliced(omitted, 1));
}

test('a long sentence without one of its pieces has the other pieces (`pnpm fuzz --seed 20261129 --case 34309`)', () => {
  assertSamePieces(`${'in '.repeat(399)}in`, 1);
  const words = fc
    .array(fc.constantFrom('in', 'a', 'session,', 'server', 'we;', 'overnight'), { minLength: 200 })
    .map((list) => list.join(' '));
  fc.assert(fc.property(words, fc.nat(), assertSamePieces));
});

test.each([
  ['12→export const gate = 1;'],
  ['@@ -1,4 +1,5 @@ function open'],
  ['    at openGate (src/gate.ts:12:5)'],
  ['2026-11-23 10:12:01 INFO the gate is open'],
  ['const tariff = tariffOf(gate);'],
  ['$ pnpm test --filter harbour'],
  ['"id": "order-7731"'],
  ['x'.repeat(130)],
  ['// A comment of a program says what it does.'],
])('data is not a sentence: %s', (line) => {
  expect(unitsOf(line)[0]).toMatch(/^-/);
});

test('splits text in a fence or a host tag into sentences, but does not mark them as sentences', () => {
  const text = [
    'Please read this.',
    '```',
    'The gate must open. It does not.',
    '```',
    '<system-reminder>',
    'Keep the list up to date.',
    '</system-reminder>',
    'Then go on.',
  ].join('\n');
  expect(unitsOf(text)).toEqual([
    '+Please read this.',
    '-```',
    '-The gate must open. ',
    '-It does not.',
    '-```',
    '-<system-reminder>',
    '-Keep the list up to date.',
    '-</system-reminder>',
    '+Then go on.',
  ]);
});

test('parsing as prose does not change what a text is if all of it is kept', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(formatJsonAsLines(text) === undefined);
      expect(render(createTextParser().readProse(text), () => true)).toBe(text);
    }),
  );
});

test('rendering every n-th unit splits no surrogate pair', () => {
  const json = anyJson.map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(fc.oneof(anyText, json), fc.integer({ min: 1, max: 5 }), (text, step) => {
      fc.pre(text.isWellFormed());
      const parsed = createTextParser().readProse(text);
      expect(render(parsed, (unit) => unit % step === 0).isWellFormed()).toBe(true);
    }),
  );
});
