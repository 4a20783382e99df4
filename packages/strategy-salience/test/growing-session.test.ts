import { createStrategy } from '@palimpsest/engine';
import { checkInvariants, historyArbitrary } from '@palimpsest/conformance';
import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { createIsProtected, repairHistory } from '@palimpsest/engine/history';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { salience } from '../src/index.ts';
import { compress, reloaded } from './compressed.ts';
import { SHAPES, workSession } from './work-session.ts';

const ESTIMATORS: readonly TokenEstimator[] = [
  countTokensByCharacters,
  (entries) => entries.length * 100,
  (entries) => 200 + countTokensByCharacters(entries),
  (entries) => Promise.resolve(JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4),
];

const originalId = (entry: IContent, block: number): string =>
  (JSON.stringify(entry.blocks[block]).length * 7_919).toString(16).padStart(8, '0').slice(-8);

const work = fc
  .record({
    shape: fc.constantFrom(...SHAPES),
    turns: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat(9_999),
  })
  .map(workSession);

test(
  'keeps every invariant in a growing session, with one target and with several',
  { timeout: 300_000 },
  async () => {
    const target = fc.integer({ min: 0, max: 4_000 });
    const sessions = fc.record({
      steps: fc.array(
        fc.record({
          part: fc.oneof({ weight: 3, arbitrary: work }, historyArbitrary({ maxPieces: 4 })),
          targetTokens: target,
        }),
        { minLength: 1, maxLength: 4 },
      ),
      steadyTarget: fc.option(target, { nil: undefined }),
      estimateTokens: fc.constantFrom(...ESTIMATORS),
      canRecall: fc.boolean(),
      isReloaded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        sessions,
        async ({ steps, steadyTarget, estimateTokens, canRecall, isReloaded }) => {
          const strategy = createStrategy(salience);
          let session: readonly IContent[] = [];
          for (const { part, targetTokens } of steps) {
            const options = {
              strategy,
              estimateTokens,
              targetTokens: steadyTarget ?? targetTokens,
              ...(canRecall ? { originalId } : {}),
            };
            const before = repairHistory([...session, ...part]).history;
            session = before;
            const result = await compress(before, options);
            if (result.kind === 'noop') continue;
            const { metadata, newHistory } = result;
            const violations = checkInvariants({
              ...metadata,
              before,
              after: newHistory,
              provenance: metadata.provenance ?? [],
              tailStart: before.length - metadata.bottomPreserved!,
              isProtected: createIsProtected(),
              humanText: 'last',
              longHumanText: 2_000,
              tokensBefore: await estimateTokens(before),
              tokensAfter: await estimateTokens(newHistory),
            });
            expect(violations).toEqual([]);
            session = isReloaded ? reloaded(newHistory) : newHistory;
            const again = await compress(session, options);
            expect(again.kind).toBe('noop');
          }
        },
      ),
      { numRuns: 200 },
    );
  },
);
