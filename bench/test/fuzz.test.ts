import { situationArbitrary } from '@palimpsest/conformance';
import { salience } from '@palimpsest/strategy-salience';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../tools/extent.ts';
import { fuzzKind, runKind } from '../src/fuzz/fuzz-kind.ts';
import { KINDS } from '../src/fuzz/kinds.ts';

const { TEST_SEED = '22' } = process.env;
const seed = TEST_SEED === 'random' ? {} : { seed: Number(TEST_SEED) };

test.each(KINDS)('$name: no case breaks a rule', { timeout: 600_000 }, async (kind) => {
  const run = await runKind(kind, { numRuns: examples(40), ...seed });
  expect(run.failed, fc.defaultReportMessage(run)).toBe(false);
});

test('a planted defect is found, and shrunk to the smallest case', async () => {
  const run = await runKind(
    fuzzKind({
      name: 'sums',
      weight: 1,
      cases: fc.array(fc.nat(1_000)),
      judge: (numbers) => {
        const sum = numbers.reduce((left, right) => left + right, 0);
        return sum > 500 ? [{ rule: 'small', message: String(sum) }] : [];
      },
    }),
    { seed: 3 },
  );
  expect(String(run.errorInstance)).toContain('breaks "small": 501');
  expect(run.counterexample).toEqual([[501]]);
});

test('a situation is plain data', () => {
  fc.assert(
    fc.property(situationArbitrary(salience), (situation) => {
      expect(JSON.parse(JSON.stringify(situation))).toEqual(situation);
    }),
    { numRuns: 20 },
  );
});
