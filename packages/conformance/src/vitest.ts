import type { StrategyPlugin } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { checkPlugin } from './trial.ts';
import { checkStrategy, type CheckOptions, type CheckReport } from './check-strategy.ts';
import { formatCounterexample } from './format-report.ts';
import { invariants } from './laws/trial-laws.ts';

/** Time limit of a check in milliseconds. A check takes as long as the strategy does; the limit ends one that hangs. */
const TIMEOUT = 300_000;

/**
 * Registers one test per law; all tests check the same situations. A failing test shows the smallest situation found that breaks its law,
 * and the seed to repeat it.
 */
export function describeStrategy(plugin: StrategyPlugin, options: CheckOptions = {}): void {
  checkPlugin(plugin);
  describe(`${plugin.name} keeps the laws`, () => {
    let checked: Promise<CheckReport> | undefined;
    for (const { name, guarantee } of invariants) {
      test(`${name}: ${guarantee}`, { timeout: TIMEOUT }, async () => {
        checked ??= checkStrategy(plugin, options);
        const { counterexamples, seed } = await checked;
        const found = counterexamples.filter(({ law }) => law === name).map(formatCounterexample);
        expect(found.length, [...found, `seed: ${seed}`].join('\n')).toBe(0);
      });
    }
  });
}
