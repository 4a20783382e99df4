import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  applyCompressionWithAnchor,
  applyDensityResult,
  COMPRESSION_STRATEGIES,
  getCompressionStrategy,
  HighDensityStrategy,
  sanitizeHistoryForCompression,
} from '../src/index.ts';
import { applied, hostContext, hostModel, recorded, turns } from './host.ts';

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}

const entries = frozen(
  recorded(
    [
      ...turns(2),
      ...history()
        .call('read_file', { path: 'a.ts' })
        .result({ text: 'x'.repeat(500) })
        .call('write_file', { path: 'a.ts' })
        .result('written')
        .build(),
      ...turns(30),
    ],
    { seq: 0 },
  ),
);

test.each(COMPRESSION_STRATEGIES)('%s does not mutate its input', async (name) => {
  const context = hostContext(entries, {
    limit: 4_000,
    resolveProvider: () => hostModel().resolved,
  });
  const result = frozen(applied(await getCompressionStrategy(name).compress(context)));
  expect(applyCompressionWithAnchor(entries, result, 1).history).toBe(result.newHistory);
});

test('planning, applying and sanitizing do not mutate their input', () => {
  const plan = new HighDensityStrategy().optimize(
    entries,
    frozen({
      readWritePruning: true,
      fileDedupe: true,
      recencyPruning: true,
      recencyRetention: 1,
      workspaceRoot: '/workspace',
    }),
  );
  expect(applyDensityResult(entries, frozen(plan))).toHaveLength(entries.length - 2);
  expect(sanitizeHistoryForCompression(entries)).toHaveLength(entries.length);
});
