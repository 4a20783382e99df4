import type { IContent } from '@palimpsest/core-types';
import { checkInvariants, historyArbitrary } from '@palimpsest/conformance';
import { createIsProtected, repairHistory } from '@palimpsest/engine/history';
import { fitToLimit } from '../../src/overflow/fit-to-limit.ts';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { none, overflowing, usual } from './ladder-setup.ts';

const pinned = (entry: IContent): boolean => entry.metadata?.['keep'] === true;

/** A request, split anywhere into history and pending entries, and the share of it that fits. */
const requests = fc.record({
  entries: historyArbitrary(),
  cut: fc.nat({ max: 1_000 }),
  share: fc.integer({ min: 0, max: 100 }),
  isUsual: fc.boolean(),
});

test('keeps all invariants for any request, with correct token counts', async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(requests, async ({ entries, cut, share, isUsual }) => {
      const { history: given } = repairHistory(entries);
      const at = Math.min(given.length, Math.round((cut / 1_000) * given.length));
      const tokensBefore = countTokensByCharacters(given);
      const limitTokens = Math.floor((tokensBefore * share) / 100);
      const outcome = await fitToLimit(
        overflowing(given.slice(0, at), {
          pending: given.slice(at),
          limitTokens,
          pinned,
          strategies: isUsual ? usual() : none,
        }),
      );
      const after = [...outcome.history, ...outcome.pending];
      reached.add(outcome.kind);
      for (const step of outcome.steps) reached.add(step);
      expect(outcome.tokensAfter).toBe(countTokensByCharacters(after));
      expect(outcome.kind).toBe(outcome.tokensAfter <= limitTokens ? 'fits' : 'overflow');
      expect(
        checkInvariants({
          before: given,
          after,
          provenance: [],
          isProtected: createIsProtected(pinned),
          humanText: 'eligible',
          tokensBefore,
          tokensAfter: outcome.tokensAfter,
        }),
      ).toEqual([]);
      const {
        system = 0,
        pinned: held = 0,
        tail = 0,
        pending = 0,
      } = 'floor' in outcome ? outcome.floor : {};
      const floor = outcome.kind === 'fits' ? outcome.tokensAfter : system + held + tail + pending;
      expect(Math.abs(floor - outcome.tokensAfter)).toBeLessThanOrEqual(4);
    }),
    { numRuns: 300 },
  );
  expect([...reached].toSorted()).toEqual([
    'drop-exchanges',
    'fits',
    'overflow',
    'reduce-results',
    'summarize-results',
  ]);
});

test('repairs a malformed request and records the repair', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ entries, cut, share }) => {
      const at = Math.min(entries.length, Math.round((cut / 1_000) * entries.length));
      const limitTokens = Math.floor((countTokensByCharacters(entries) * share) / 100) - 1;
      const outcome = await fitToLimit(
        overflowing(entries.slice(0, at), { pending: entries.slice(at), limitTokens }),
      );
      const after = [...outcome.history, ...outcome.pending];
      expect(repairHistory(after).repairs).toEqual([]);
      expect(outcome.steps.includes('repair')).toBe(repairHistory(entries).repairs.length > 0);
    }),
    { numRuns: 200 },
  );
});
