import { checkStrategy, formatReport, invariants } from '@palimpsest/conformance';
import { expect, test } from 'vitest';
import { defects } from './defects.ts';
import { planted, untouched } from './planted.ts';

test('every law has a unique name and a strategy that breaks it', () => {
  const names = invariants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => defects.every(([, law]) => law !== name))).toEqual([]);
});

test.each(defects)('a strategy that %s breaks %s', async (_, law, defect) => {
  const plugin = typeof defect === 'function' ? planted(defect) : defect;
  const report = await checkStrategy(plugin, { seed: 1, runs: 600 });
  const found = report.counterexamples.find((one) => one.law === law);
  expect(found?.messages.length).toBeGreaterThan(0);
  const { guarantee } = invariants.find(({ name }) => name === law)!;
  const words = formatReport(report);
  expect(words).toContain(`${law}: ${guarantee}\n- ${found!.messages[0]}`);
  expect(words).toContain('seed 1');
});

test('a violation that does not repeat is reported without an example', async () => {
  let calls = 0;
  const moody = planted(untouched, {
    change: (result) => {
      calls += 1;
      if (calls === 40) throw new RangeError('Just this once.');
      return result;
    },
  });
  const { counterexamples } = await checkStrategy(moody, { seed: 1 });
  expect(counterexamples.map(({ law }) => law)).toContain('every-history-is-answered');
  for (const { messages, situation } of counterexamples) {
    expect(messages).toEqual(['broken once, and not when tried again']);
    expect(situation).toBeUndefined();
  }
});
