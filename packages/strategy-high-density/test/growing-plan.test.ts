import { createStrategy } from '@palimpsest/engine';
import { historyArbitrary } from '@palimpsest/conformance';
import type { DensityConfig, DensityResult, IContent } from '@palimpsest/core-types';
import { applyDensityResult } from '@palimpsest/history';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';
import { entryArbitrary } from './entry-arbitrary.ts';

/** More conversations than the cache holds. */
const CONVERSATIONS = 6;

const chunks = fc.oneof(
  { weight: 3, arbitrary: fc.array(entryArbitrary, { maxLength: 6 }) },
  historyArbitrary({ maxPieces: 3 }),
);

const configs: fc.Arbitrary<DensityConfig> = fc.record(
  {
    readWritePruning: fc.nat(3).map((roll) => roll > 0),
    fileDedupe: fc.nat(3).map((roll) => roll > 0),
    recencyPruning: fc.nat(3).map((roll) => roll > 0),
    recencyRetention: fc.constantFrom(-1, 1, 1, 2, 3, Number.NaN, Number.POSITIVE_INFINITY),
    workspaceRoot: fc.constantFrom('/w', '/w', ''),
    staleReads: fc.constantFrom('removal' as const, 'pointer' as const),
  },
  {
    requiredKeys: [
      'readWritePruning',
      'fileDedupe',
      'recencyPruning',
      'recencyRetention',
      'workspaceRoot',
    ],
  },
);

interface Turn {
  readonly conversation: number;
  readonly appended: readonly IContent[];
  /** What happens to the conversation before entries are appended; usually nothing. */
  readonly event: 'nothing' | 'applied' | 'forked' | 'cut' | 'replaced' | 'configured';
  readonly at: number;
  readonly config: DensityConfig;
}

const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.record({
    conversation: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(CONVERSATIONS - 1)),
    appended: chunks,
    event: fc.oneof(
      { weight: 6, arbitrary: fc.constant('nothing' as const) },
      fc.constantFrom('applied', 'forked', 'cut', 'replaced', 'configured'),
    ),
    at: fc.nat(20),
    config: configs,
  }),
  { minLength: 1, maxLength: 20, size: 'max' },
);

const said = ({ removals, replacements, metadata }: DensityResult): unknown => ({
  removals,
  replacements: [...replacements],
  metadata,
});

test(
  'cached state never changes a plan: it equals the plan of a new strategy',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(turns, configs, (list, firstConfig) => {
        const strategy = createStrategy(highDensity);
        const conversations = Array.from({ length: CONVERSATIONS }, () => [] as IContent[]);
        let config = firstConfig;
        const answers: { readonly answer: DensityResult; readonly expected: DensityResult }[] = [];
        for (const { conversation, appended, event, at, ...turn } of list) {
          let entries = conversations[conversation]!;
          if (event === 'applied') {
            entries = applyDensityResult(entries, strategy.optimize(entries, config));
          }
          if (event === 'forked') entries = conversations[at % CONVERSATIONS]!;
          if (event === 'cut') entries = entries.slice(at % 3, at);
          if (event === 'replaced' && at < entries.length) {
            entries = entries.with(at, { ...entries[at]!, metadata: { pinned: true } });
          }
          if (event === 'configured') ({ config } = turn);
          entries = [...entries, ...appended];
          conversations[conversation] = entries;
          const copy = structuredClone(entries);
          const answer = strategy.optimize(entries, config);
          expect(entries).toEqual(copy);
          answers.push({ answer, expected: createStrategy(highDensity).optimize(entries, config) });
        }
        // Compared only here, because later calls must not change earlier plans.
        for (const { answer, expected } of answers) expect(said(answer)).toEqual(said(expected));
      }),
      { numRuns: 400 },
    );
  },
);

const ALL: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 1,
  workspaceRoot: '/w',
};

test('a plan is plain data that shares nothing with other plans and does not change later', () => {
  const strategy = createStrategy(highDensity);
  const entries = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('text\n'.repeat(40))
    .call('read_file', { file_path: 'b.ts' })
    .result('text\n'.repeat(40))
    .call('write_file', { file_path: 'b.ts' })
    .result('ok')
    .call('glob', {})
    .result('a.ts')
    .build();
  const early = strategy.optimize(entries.slice(0, 6), ALL);
  const plan = strategy.optimize(entries, ALL);
  expect(early).toEqual(createStrategy(highDensity).optimize(entries.slice(0, 6), ALL));
  expect(plan.replacements).toBe(plan.replacements);
  expect(structuredClone(plan)).toEqual({ ...plan });
  (plan.removals as number[]).push(99);
  expect(strategy.optimize(entries, ALL).removals).not.toContain(99);
});

test('keeps a pruned result again when a stale read makes it one of the newest results', () => {
  const strategy = createStrategy(highDensity);
  const built = history();
  for (const file of ['a.ts', 'b.ts', 'c.ts']) {
    built.call('read_file', { file_path: file }).result('text\n'.repeat(40));
  }
  const entries = built
    .call('write_file', { file_path: 'c.ts' })
    .result('ok')
    .call('write_file', { file_path: 'b.ts' })
    .result('ok')
    .call('glob', {})
    .result('a.ts')
    .build();
  const replaced = [6, 8, 10, 12].map((length) => [
    ...strategy.optimize(entries.slice(0, length), ALL).replacements.keys(),
  ]);
  expect(replaced).toEqual([[1, 3], [1], [], []]);
});

/** An entry with long results. Keys are call ids, values are tool names. */
function answersTo(tools: Readonly<Record<string, string>>): IContent {
  const blocks = Object.entries(tools).map(([callId, toolName]) => ({
    type: 'tool_response' as const,
    callId,
    toolName,
    result: 'text\n'.repeat(40),
  }));
  return { speaker: 'tool', blocks };
}

test('keeps old results in the entry of the newest results until a newer call follows', () => {
  const strategy = createStrategy(highDensity);
  const entries = history()
    .call('read_file', { file_path: 'a.ts' }, { id: 'late' })
    .call('glob', {}, { id: 'old' })
    .call('write_file', { file_path: 'a.ts' }, { id: 'write' })
    .entry(answersTo({ write: 'write_file' }))
    .call('glob', {}, { id: 'new' })
    .entry(answersTo({ late: 'read_file', old: 'glob', new: 'glob' }))
    .call('write_file', { file_path: 'b.ts' })
    .build();
  const plans = [6, 7].map((length) => strategy.optimize(entries.slice(0, length), ALL));
  expect(plans.map(({ metadata }) => metadata)).toEqual([
    { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 },
    { readWritePairsPruned: 1, fileDeduplicationsPruned: 0, recencyPruned: 1 },
  ]);
});

test('a config object that was changed is treated as another config', () => {
  const strategy = createStrategy(highDensity);
  const entries = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('text')
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  const config = { ...ALL, readWritePruning: false };
  expect(strategy.optimize(entries, config).removals).toEqual([]);
  config.readWritePruning = true;
  expect(strategy.optimize(entries, config).removals).toEqual([0, 1]);
});

test('a taxonomy that throws leaves no partially parsed state', () => {
  let isBroken = false;
  const strategy = createStrategy(highDensity, {
    toolTaxonomy: {
      ...defaultToolTaxonomy,
      describe(name, parameters) {
        if (isBroken && name === 'write_file') throw new Error('No.');
        return defaultToolTaxonomy.describe(name, parameters);
      },
    },
  });
  const entries = history()
    .call('read_file', { file_path: 'a.ts' })
    .result('text')
    .call('read_file', { file_path: 'a.ts' })
    .result('text')
    .call('write_file', { file_path: 'a.ts' })
    .result('ok')
    .build();
  strategy.optimize(entries.slice(0, 2), ALL);
  isBroken = true;
  expect(() => strategy.optimize(entries, ALL)).toThrow('No.');
  isBroken = false;
  expect(strategy.optimize(entries, ALL)).toEqual(
    createStrategy(highDensity).optimize(entries, ALL),
  );
});
