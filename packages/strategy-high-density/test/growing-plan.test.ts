import type { DensityConfig, IContent } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { highDensity } from '../src/index.ts';

const ALL: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 1,
  workspaceRoot: '/w',
};

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
