import type { StrategyPlugin } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { checkPlugin } from './check-plugin.ts';
import { checkStrategy, type CheckOptions, type CheckReport } from './check-strategy.ts';
import { formatCounterexample } from './format-report.ts';
import { invariants } from './invariants.ts';

/** A check takes as long as the strategy does; this ends one that hangs. */
const TIMEOUT = 300_000;

/**
 * One test for each law, all of them on the same situations. A failing one shows the smallest situation found in which its law is broken,
 * and the seed that finds it again.
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
