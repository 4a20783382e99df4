import { checkStrategy, historyArbitrary } from '@palimpsest/conformance';
import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { describeStrategy } from '@palimpsest/conformance/vitest';
import { expect, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';
import { salience } from '../src/index.ts';
import { SHAPES, workSession } from './work-session.ts';

describeStrategy(salience, { runs: examples(1_000) });

test(
  'keeps every invariant in work sessions mixed with unusual histories',
  {
    timeout: 300_000,
  },
  async () => {
    const work = fc
      .record({
        shape: fc.constantFrom(...SHAPES),
        turns: fc.integer({ min: 1, max: 6 }),
        seed: fc.nat(9_999),
      })
      .map(workSession);
    const histories: fc.Arbitrary<IContent[]> = fc
      .array(fc.oneof(work, historyArbitrary({ maxPieces: 3 })), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.flat());
    const report = await checkStrategy(salience, { runs: examples(250), seed: 4_444, histories });
    expect(report.counterexamples).toEqual([]);
  },
);
