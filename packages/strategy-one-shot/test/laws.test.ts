import { checkStrategy } from '@palimpsest/conformance';
import { scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { oneShot, OneShotStrategy } from '../src/index.ts';

const answers = [
  '<state_snapshot>\nGoal: go on.\n</state_snapshot>',
  'First part. Second part.',
  '<state_snapshot>cut off in the middle of a very long',
  'x'.repeat(5_000),
  '<scratchpad>thinking</scratchpad><state_snapshot>Done.</state_snapshot>',
];

test.each(answers)(
  'keeps every law on nasty histories when the model says %j',
  { timeout: 120_000 },
  async (answer) => {
    const plugin = {
      ...oneShot,
      create: () => new OneShotStrategy({ model: scriptedProvider([answer]) }),
    };
    const report = await checkStrategy(plugin, { runs: 400 });
    expect(report.counterexample).toBeUndefined();
  },
);
