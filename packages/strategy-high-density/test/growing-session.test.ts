import { createStrategy } from '@palimpsest/engine';
import { checkInvariants, historyArbitrary } from '@palimpsest/conformance';
import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import {
  applyDensityResult,
  indexExchanges,
  createIsProtected,
  repairHistory,
  safeCuts,
  findTailStart,
} from '@palimpsest/engine/history';
import { countTokensByCharacters, testContext } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';

const ESTIMATORS: readonly TokenEstimator[] = [
  countTokensByCharacters,
  (entries) => entries.length * 100,
  (entries) => 40 + countTokensByCharacters(entries),
  (entries) => entries.reduce((sum, { blocks }) => sum + blocks.length, 0),
];

/** Returns the history as after a round trip through provider messages: new objects, no metadata except pins. */
function reloaded(entries: readonly IContent[]): IContent[] {
  const plain = entries.map(({ speaker, blocks, metadata }) =>
    metadata?.pinned === true ? { speaker, blocks, metadata } : { speaker, blocks },
  );
  return structuredClone(plain);
}

test(
  'keeps every invariant in a growing session that is compressed repeatedly',
  { timeout: 300_000 },
  async () => {
    const strategy = createStrategy(highDensity);
    const sessions = fc.record({
      parts: fc.array(historyArbitrary({ maxPieces: 8 }), { minLength: 1, maxLength: 4 }),
      estimateTokens: fc.constantFrom(...ESTIMATORS),
      contextLimit: fc.integer({ min: 1, max: 8_000 }),
      preserveThreshold: fc.constantFrom(0, 0.1, 0.2, 0.5),
      keepHumanText: fc.boolean(),
      isReloaded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sessions, async ({ parts, keepHumanText, isReloaded, ...options }) => {
        const { estimateTokens, preserveThreshold } = options;
        const ephemerals = { densityKeepHumanText: (): boolean => keepHumanText };
        let session: readonly IContent[] = [];
        for (const part of parts) {
          const given = repairHistory([...session, ...part]).history;
          const plan = strategy.optimize(given, {
            readWritePruning: true,
            fileDedupe: true,
            recencyPruning: true,
            recencyRetention: 2,
            workspaceRoot: '/w',
          });
          const before = applyDensityResult(given, plan);
          expect(repairHistory(before).repairs).toEqual([]);
          const result = await strategy.compress(testContext(before, { ...options, ephemerals }));
          session = before;
          if (result.kind === 'noop') continue;
          const { metadata, newHistory } = result;
          const violations = checkInvariants({
            ...metadata,
            before,
            after: newHistory,
            provenance: metadata.provenance ?? [],
            tailStart: findTailStart(before, safeCuts(indexExchanges(before)), preserveThreshold),
            isProtected: createIsProtected(),
            humanText: keepHumanText ? 'kept' : 'last',
            tokensBefore: await estimateTokens(before),
            tokensAfter: await estimateTokens(newHistory),
          });
          expect(violations).toEqual([]);
          session = isReloaded ? reloaded(newHistory) : newHistory;
          const again = await strategy.compress(testContext(session, { ...options, ephemerals }));
          expect(again.kind).toBe('noop');
        }
      }),
      { numRuns: 300 },
    );
  },
);
