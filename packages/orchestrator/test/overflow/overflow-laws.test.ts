import type { IContent } from '@palimpsest/core-types';
import { checkInvariants, historyArbitrary } from '@palimpsest/conformance';
import { createIsProtected, repairHistory, type Violation } from '@palimpsest/history';
import { fitToLimit } from '../../src/overflow/fit-to-limit.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { none, overflowing, usual } from './ladder-setup.ts';

const pinned = (entry: IContent): boolean => entry.metadata?.['keep'] === true;

const STALE = history()
  .call('read_file', { file_path: 'a.ts' }, { id: 'stale-1' })
  .result('a line that is old\n'.repeat(20))
  .call('write_file', { file_path: 'a.ts', content: 'new' }, { id: 'stale-2' })
  .result('File written.')
  .build();

/** Returns whether a violation is the removal of a repeated file from user text, which densifying allows. */
function isRepeatedFile({ law, index }: Violation, given: readonly IContent[]): boolean {
  const files = JSON.stringify(given[index]?.blocks).match(/--- (?!End of content)\S+ ---/g) ?? [];
  return law === 'law-3-human-text' && files.length > 1;
}

/** A request, split anywhere into history and pending entries, and the share of it that fits. */
const requests = fc.record({
  entries: fc
    .tuple(fc.constantFrom([], [], STALE), historyArbitrary())
    .map(([stale, entries]) => [...stale, ...entries]),
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
      for (const { step, error } of outcome.steps) {
        reached.add(step);
        expect(error).toBeUndefined();
      }
      expect(outcome.tokensAfter).toBe(countTokensByCharacters(after));
      expect(outcome.kind).toBe(outcome.tokensAfter <= limitTokens ? 'fits' : 'overflow');
      expect(
        checkInvariants({
          before: given,
          after,
          provenance: outcome.provenance,
          isProtected: createIsProtected(pinned),
          humanText: 'eligible',
          tokensBefore,
          tokensAfter: outcome.tokensAfter,
        }).filter((found) => !isRepeatedFile(found, given)),
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
    'densify',
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
      expect(outcome.steps.some(({ step }) => step === 'repair')).toBe(
        repairHistory(entries).repairs.length > 0,
      );
    }),
    { numRuns: 200 },
  );
});
