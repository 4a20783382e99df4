import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { fitToTarget, mergeAdjacent, type EvictionCandidate } from '../../src/history/index.ts';

const TEXT = 'x'.repeat(40);

function talk(size: number): IContent[] {
  const built = history();
  for (let at = 0; at < size; at += 1) built.system(TEXT);
  return built.build();
}

const lengthOf = (entries: readonly IContent[]): number => JSON.stringify(entries).length;

/** Merges entries that are not in `kept` until the history fits `targetTokens`. Returns the sources of each merge. */
async function folded(
  before: readonly IContent[],
  { kept = [], targetTokens = 0 }: { kept?: readonly number[]; targetTokens?: number } = {},
): Promise<readonly (readonly number[])[]> {
  const now = new Map<number, IContent | undefined>();
  const found = mergeAdjacent(before, {
    canMerge: (index) => !kept.includes(index),
    fold: (entries) => (entries.length > 1 ? { ...entries[0]!, blocks: [] } : undefined),
    now: (index) => (now.has(index) ? now.get(index) : before[index]),
  });
  function* watched(): Generator<EvictionCandidate> {
    for (const candidate of found) {
      yield {
        ...candidate,
        async changes(current) {
          const changes = await candidate.changes(current);
          for (const [index, entry] of changes) now.set(index, entry);
          return changes;
        },
      };
    }
  }
  const { plan } = await fitToTarget({
    history: before,
    tokens: lengthOf(before),
    targetTokens,
    estimateTokens: lengthOf,
    candidates: watched(),
  });
  return [...(plan.merges?.values() ?? [])];
}

test('merges runs oldest first, only as far as needed, and not across other entries', async () => {
  const before = talk(9);
  expect(await folded(before, { kept: [3] })).toEqual([
    [0, 1, 2],
    [4, 5, 6, 7, 8],
  ]);
  const targetTokens = lengthOf(before) - 150;
  expect(await folded(before, { kept: [3], targetTokens })).toEqual([[0, 1]]);
});

test('a merged entry represents at most 64 entries', async () => {
  const runs = await folded(talk(130));
  expect(runs.map((run) => run.length)).toEqual([64, 64, 2]);
  expect(runs.flat()).toEqual([...Array.from({ length: 130 }).keys()]);
});
