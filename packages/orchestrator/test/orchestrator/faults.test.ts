import { expect, test } from 'vitest';
import { atEveryCall, FAULTS, unhandledDuring } from '../faults.ts';
import { SCENARIOS } from './fault-scenarios.ts';
import { runWithFault } from './run-with-fault.ts';

test.each(Object.keys(SCENARIOS))(
  '%s: prepare is atomic when any call fails or aborts, and the next request succeeds',
  async (name) => {
    const scenario = SCENARIOS[name]!;
    for (const fault of FAULTS) {
      let refused = 0;
      let calls = 0;
      let kinds: readonly string[] = [];
      const unhandled = await unhandledDuring(async () => {
        calls = await atEveryCall(fault, async (injection) => {
          const done = await runWithFault(scenario, injection);
          refused += done.refused;
          kinds = done.kinds;
        });
      });
      expect(unhandled).toEqual([]);
      expect(kinds).toEqual(scenario.kinds);
      expect(calls).toBeGreaterThan(30);
      expect(refused).toBeGreaterThan(5);
    }
  },
  300_000,
);
