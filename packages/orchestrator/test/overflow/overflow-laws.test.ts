import type { IContent } from '@palimpsest/core-types';
import { checkInvariants, historyArbitrary } from '@palimpsest/conformance';
import { createIsProtected, repairHistory } from '@palimpsest/engine/history';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareOver } from './over-limit.ts';

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
      const limit = Math.max(3, Math.floor((tokensBefore * share) / 100));
      const pending = given.slice(at);
      const others = isUsual ? {} : { others: [] };
      const outcome = await prepareOver(given.slice(0, at), { pending, limit, pinned, ...others });
      const after = [...outcome.history, ...outcome.pending];
      const tokensAfter = countTokensByCharacters(after);
      reached.add(outcome.kind);
      for (const step of outcome.steps) reached.add(step);
      const isOver = outcome.kind === 'overflow';
      const floor = isOver ? outcome.error.floor : { sent: tokensAfter };
      const sum = Object.values(floor).reduce((total, part) => total + part);
      expect(Math.abs(sum - (isOver ? outcome.error.tokens : tokensAfter))).toBeLessThanOrEqual(4);
      expect(isOver ? given.length : after.length).toBe(after.length);
      expect(outcome.pending).toHaveLength(pending.length);
      if (isOver) return;
      expect(tokensAfter).toBeLessThanOrEqual(limit);
      const counts = { tokensBefore, tokensAfter };
      const isProtected = createIsProtected(pinned);
      const rules = { provenance: [], isProtected, humanText: 'eligible' as const };
      expect(checkInvariants({ before: given, after, ...rules, ...counts })).toEqual([]);
    }),
    { numRuns: 150 },
  );
  const steps = ['drop-exchanges', 'reduce-results', 'summarize-results'];
  expect([...reached]).toEqual(expect.arrayContaining(['compressed', 'overflow', ...steps]));
});

test('what is sent of a malformed history over the limit is well-formed', async () => {
  let fitted = 0;
  await fc.assert(
    fc.asyncProperty(requests, async ({ entries, cut, share }) => {
      const at = Math.min(entries.length, Math.round((cut / 1_000) * entries.length));
      const pending = entries.slice(at);
      const limit = Math.max(3, Math.floor((countTokensByCharacters(entries) * share) / 100) - 1);
      const outcome = await prepareOver(entries.slice(0, at), { limit, pending }).catch(refused);
      if (outcome === undefined) return;
      if (outcome.steps.length === 0 || outcome.kind === 'overflow') return;
      expect(repairHistory([...outcome.history, ...outcome.pending]).repairs).toEqual([]);
      fitted += 1;
    }),
    { numRuns: 150 },
  );
  expect(fitted).toBeGreaterThan(30);
});

/** A pending result without its call is refused before any stage runs. */
function refused(error: unknown): undefined {
  expect(error).toMatchObject({ option: expect.stringMatching(/^request\.pending/) });
}
