import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { checkInvariants } from '@palimpsest/conformance';
import { createIsProtected, repairHistory } from '@palimpsest/engine/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';
import { compress, reloaded, textsOf } from './compressed.ts';
import { sessionArbitrary } from './session-arbitrary.ts';

const ESTIMATORS: readonly TokenEstimator[] = [
  countTokensByCharacters,
  (entries) => entries.length * 100,
  (entries) => 40 + countTokensByCharacters(entries),
  (entries) => JSON.stringify(entries).length / 4,
];

test(
  'keeps every invariant in a growing session that is compressed repeatedly',
  { timeout: 300_000 },
  async () => {
    const sessions = fc.record({
      parts: fc.array(sessionArbitrary(), { minLength: 1, maxLength: 4 }),
      estimateTokens: fc.constantFrom(...ESTIMATORS),
      targetTokens: fc.integer({ min: 0, max: 4_000 }),
      settings: fc.record({
        recencyWindow: fc.constantFrom(0, 1, 4, 8),
        nearDedup: fc.boolean(),
      }),
      isReloaded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sessions, async ({ parts, settings, isReloaded, ...context }) => {
        const { estimateTokens } = context;
        const given = { ...context, options: { settings } };
        let session: readonly IContent[] = [];
        for (const part of parts) {
          const before = repairHistory([...session, ...part]).history;
          const result = await compress(before, given);
          session = before;
          if (result.kind === 'noop') continue;
          const { metadata, newHistory } = result;
          const violations = checkInvariants({
            ...metadata,
            before,
            after: newHistory,
            provenance: metadata.provenance ?? [],
            tailStart: before.length - (metadata.bottomPreserved ?? 0),
            isProtected: createIsProtected(),
            humanText: 'eligible',
            longHumanText: 2_000,
            tokensBefore: await estimateTokens(before),
            tokensAfter: await estimateTokens(newHistory),
          });
          expect(violations).toEqual([]);
          session = isReloaded ? reloaded(newHistory) : newHistory;
          // If the target was missed, a second compression may still find something.
          if (metadata.shortfallTokens !== undefined) continue;
          const again = await compress(session, given);
          expect(again.kind).toBe('noop');
        }
      }),
      { numRuns: examples(150) },
    );
  },
);

/** The first request is never changed. */
const START = history().human('Look at the pool.').ai('Right.').build();

const talk = (turn: number): IContent[] =>
  history()
    .human(`In turn ${turn} we looked at the workerPool of service ${turn}. `.repeat(8))
    .ai(`In turn ${turn} the poolSize was set to ${turn} connections. `.repeat(8))
    .build();

test('a growing session without summary metadata stays within its target because markers are merged', async () => {
  let session: readonly IContent[] = START;
  let half = 0;
  for (let turn = 0; turn < 150; turn += 1) {
    const before = [...session, ...talk(turn)];
    const result = await compress(before, { targetTokens: 1_500 });
    session = reloaded(result.kind === 'applied' ? result.newHistory : before);
    expect(result.metadata.shortfallTokens).toBeUndefined();
    if (turn === 75) half = session.length;
  }
  expect(session.length).toBeLessThanOrEqual(half);
  expect(half).toBeLessThan(50);
  expect(textsOf(session[0]!)).toEqual(textsOf(START[0]!));
  const oldest = session.flatMap(textsOf).find((text) => text.startsWith('[truncated'));
  expect(oldest).toMatch(/^\[truncated — \d{4,6} chars\]$/);
});
