import { createStrategy } from '@palimpsest/engine';
import { historyArbitrary } from '@palimpsest/conformance';
import type { DensityConfig, IContent } from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';
import { optimized } from './optimized.ts';

const ALL: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 1,
  workspaceRoot: '/w',
};
const LONG = 'a line of text\n'.repeat(30);

const configs: fc.Arbitrary<DensityConfig> = fc.record({
  readWritePruning: fc.boolean(),
  fileDedupe: fc.boolean(),
  recencyPruning: fc.boolean(),
  recencyRetention: fc.integer({ min: -1, max: 4 }),
  workspaceRoot: fc.constantFrom('/w', 'C:\\x', ''),
  staleReads: fc.constantFrom('removal' as const, 'pointer' as const),
});

test('a later phase sees what an earlier phase removed and never restores it (C14)', () => {
  const before = history()
    .calls(['read_file', { file_path: 'a.ts' }], ['read_file', { file_path: 'b.ts' }])
    .results(LONG, LONG)
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .call('read_file', { file_path: 'c.ts' })
    .result(LONG)
    .build();
  const { history: after, result } = optimized(before, ALL);
  expect(after.map(({ blocks }) => blocks.length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(after[1]!.blocks[0]).toMatchObject({
    callId: 'call-2',
    result: '[Result pruned — re-run tool to retrieve]',
  });
  expect(result.metadata).toEqual({
    readWritePairsPruned: 1,
    fileDeduplicationsPruned: 0,
    recencyPruned: 1,
  });
});

test('a removed result does not count as one of the newest', () => {
  const before = history()
    .call('read_file', { file_path: 'kept.ts' })
    .result(LONG)
    .call('read_file', { file_path: 'a.ts' })
    .result(LONG)
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  const { history: after } = optimized(before, ALL);
  expect(after).toEqual([...before.slice(0, 2), ...before.slice(4)]);
});

test('a stale result next to an included file stays removed', () => {
  const include = '--- b.ts ---\nx\n--- End of content ---';
  const before: IContent[] = [
    ...history().call('read_file', { file_path: 'a.ts' }).build(),
    {
      speaker: 'human',
      blocks: [
        { type: 'tool_response', callId: 'call-1', toolName: 'read_file', result: LONG },
        { type: 'text', text: `Look\n${include}` },
      ],
    },
    ...history().call('write_file', { file_path: 'a.ts' }).result('ok').human(include).build(),
  ];
  const { history: after } = optimized(before, ALL);
  expect(after[0]).toEqual({ speaker: 'human', blocks: [{ type: 'text', text: 'Look\n' }] });
});

test('never changes the newest exchange, whatever the config is', () => {
  fc.assert(
    fc.property(historyArbitrary(), configs, (before, config) => {
      const { history: after } = optimized(before, config);
      const newest = indexExchanges(before).exchanges.at(-1);
      const entries = (newest?.calls ?? []).flatMap(({ entry, response }) =>
        response === undefined ? [entry] : [entry, response.entry],
      );
      for (const entry of entries) expect(after).toContain(before[entry]);
    }),
  );
});

test('a second run changes nothing, whatever the config is (C15)', () => {
  fc.assert(
    fc.property(historyArbitrary(), configs, (before, config) => {
      const { result } = optimized(optimized(before, config).history, config);
      expect(result).toEqual({
        removals: [],
        replacements: new Map(),
        metadata: { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
      });
    }),
  );
});

test('`optimize` is deterministic, changes no input, and lists each index once and in order', () => {
  fc.assert(
    fc.property(historyArbitrary(), configs, (before, config) => {
      const strategy = createStrategy(highDensity);
      const copy = structuredClone(before);
      const first = strategy.optimize(before, config);
      expect(strategy.optimize(before, config)).toEqual(first);
      expect(before).toEqual(copy);
      expect(first.removals).toEqual(
        [...new Set(first.removals)].toSorted((one, other) => one - other),
      );
      for (const index of first.removals) expect(first.replacements.has(index)).toBe(false);
    }),
  );
});

test('entries that are not changed are the same objects', () => {
  fc.assert(
    fc.property(historyArbitrary(), configs, (before, config) => {
      const { history: after, result } = optimized(before, config);
      const kept = before.filter(
        (_, at) => !result.removals.includes(at) && !result.replacements.has(at),
      );
      expect(after.filter((entry) => before.includes(entry))).toEqual(kept);
    }),
  );
});

test('keeps system and pinned entries', () => {
  fc.assert(
    fc.property(historyArbitrary(), configs, (before, config) => {
      const { history: after } = optimized(before, config);
      const left = new Set(after);
      const removed = before.filter(
        (entry) =>
          (entry.speaker === 'system' || entry.metadata?.pinned === true) && !left.has(entry),
      );
      expect(removed).toEqual([]);
    }),
  );
});

test('an empty history stays empty', () => {
  expect(optimized([], ALL).history).toEqual([]);
});
