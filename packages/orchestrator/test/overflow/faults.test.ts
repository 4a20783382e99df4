import { createStrategy } from '@palimpsest/engine';
import type { IContent } from '@palimpsest/core-types';
import { fitToLimit } from '../../src/overflow/fit-to-limit.ts';
import type { OverflowOutcome } from '../../src/overflow/fit-to-limit.ts';
import { repairHistory } from '@palimpsest/history';
import { highDensity } from '@palimpsest/strategy-high-density';
import { salience } from '@palimpsest/strategy-salience';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { atEveryCall, deepFrozen, FAULTS, type Injection, unhandledDuring } from '../faults.ts';
import { overflowing, sourceOf } from './ladder-setup.ts';

const log = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `step ${at} of gate_${at * 7}`).join('\n');

/** Needs every overflow stage: stale entries, a large result, old exchanges, and still too large without them. */
const GIVEN = deepFrozen(
  history()
    .human('Look.')
    .call('read_file', { file_path: 'a.ts' })
    .result(log(20))
    .call('write_file', { file_path: 'a.ts', content: 'x' })
    .result('File written.')
    .ai('Done.')
    .human('And the log?')
    .call('bash', { command: 'make' })
    .result(log(60), 'exit code 2')
    .build(),
);
const PENDING = deepFrozen(history().human('What does it say? '.repeat(20)).build());

const UNTOUCHED: Pick<OverflowOutcome, 'history' | 'pending' | 'steps'> = {
  history: GIVEN,
  pending: PENDING,
  steps: [],
};

async function run({ guard, signal }: Injection): Promise<OverflowOutcome> {
  const [density, lines] = [createStrategy(highDensity), createStrategy(salience)];
  density.optimize = guard(density.optimize.bind(density));
  lines.reduceResults = guard(lines.reduceResults!.bind(lines));
  const strategies = sourceOf(density, lines);
  const estimateTokens = guard(async (entries: readonly IContent[]) =>
    countTokensByCharacters(entries),
  );
  return await fitToLimit(
    overflowing(GIVEN, {
      pending: PENDING,
      limitTokens: 100,
      strategies: { resolve: guard((name: string) => strategies.resolve(name)) },
      estimateTokens,
      pinned: guard(() => false),
      originalId: guard(() => '0a1b2c3d'),
      signal,
    }),
  );
}

test.each(FAULTS)(
  '%s at any call: returns a well-formed request or rejects, and does not change the input',
  async (fault) => {
    const seen = new Set<string>();
    let calls = 0;
    const unhandled = await unhandledDuring(async () => {
      calls = await atEveryCall(fault, async (injection) => {
        const [settled] = await Promise.allSettled([run(injection)]);
        const isRejected = settled.status === 'rejected';
        const { history: after, pending, steps } = isRejected ? UNTOUCHED : settled.value;
        const errors = steps.flatMap(({ error }) => (error === undefined ? [] : [error]));
        if (isRejected) seen.add('rejected');
        if (errors.length > 0) seen.add('step-failed');
        if (isRejected) errors.push(settled.reason);
        expect(new Set([...errors, injection.error])).toEqual(new Set([injection.error]));
        expect(repairHistory([...after, ...pending]).repairs).toEqual([]);
        expect(injection.signal.aborted).toBe(fault === 'abort' && isRejected);
      });
    });
    expect(unhandled).toEqual([]);
    expect(calls).toBeGreaterThan(50);
    expect(seen).toContain('rejected');
    expect(seen.has('step-failed')).toBe(fault !== 'abort');
  },
);

test.each(['estimateTokens', 'pinned', 'originalId'] as const)(
  'what %s throws comes out, whichever call it is, whoever asked',
  async (name) => {
    const calls = await atEveryCall('throw', async ({ guard, error, calls: made }) => {
      const asked = {
        estimateTokens: (entries: readonly IContent[]) => countTokensByCharacters(entries),
        pinned: () => false,
        originalId: () => '0a1b2c3d',
      };
      const faulty = { ...asked, [name]: guard(asked[name] as (...given: never[]) => unknown) };
      const request = overflowing(GIVEN, { ...faulty, pending: PENDING, limitTokens: 100 });
      const before = made();
      const [settled] = await Promise.allSettled([fitToLimit(request)]);
      const isRejected = settled.status === 'rejected';
      expect(before).toBe(0);
      expect(isRejected ? settled.reason : error).toBe(error);
      const steps = isRejected ? [] : settled.value.steps;
      expect(steps.filter((step) => step.error !== undefined)).toEqual([]);
    });
    expect(calls).toBeGreaterThan(0);
  },
);
