import { defined, type IContent, type StrategyPlugin } from '@palimpsest/core-types';
import type { Violation } from '@palimpsest/engine/history';
import fc from 'fast-check';
import { checkPlugin, createTrials, type TrialOptions } from './trial.ts';
import { invariants } from './laws/trial-laws.ts';
import type { TestCase } from './context.ts';
import { situationArbitrary } from './situation-arbitrary.ts';

export interface CheckOptions extends TrialOptions {
  /** Number of situations to try. @default 300 */
  readonly runs?: number;
  /** Makes a run repeatable. The report contains the seed that was used. @default random */
  readonly seed?: number;
  /** Histories to try. @default `historyArbitrary()` */
  readonly histories?: fc.Arbitrary<IContent[]>;
}

export interface CheckReport {
  readonly strategy: string;
  readonly runs: number;
  readonly seed: number;
  /** Number of situations in which `compress` changed something. */
  readonly applied: number;
  /** One for each broken law, in the order of `invariants`; empty if every law held. */
  readonly counterexamples: readonly Counterexample[];
}

/** A broken law, and the smallest situation found that breaks it. */
export interface Counterexample {
  readonly law: string;
  /** What is wrong, and at which entry of the history or the result. */
  readonly messages: readonly string[];
  /** Absent for a law that did not break again. */
  readonly situation?: TestCase;
}

/**
 * Checks a strategy against all laws, on difficult histories, with the targets, tails, settings, estimators and models that hosts use.
 * Works with any test runner.
 *
 * @throws {OptionError} when `plugin` is not a plugin, or does not create a strategy
 */
export async function checkStrategy(
  plugin: StrategyPlugin,
  { runs = 300, seed, histories, ...options }: CheckOptions = {},
): Promise<CheckReport> {
  checkPlugin(plugin);
  const situations = situationArbitrary(plugin, histories);
  const trials = createTrials(plugin, options);
  const broken = new Set<string>();
  let applied = 0;
  const run = await fc.check(
    fc.asyncProperty(situations, async (situation) => {
      const { trial, violations } = await trials.run(situation);
      if (trial.result?.kind === 'applied') applied += 1;
      for (const { law } of violations) broken.add(law);
    }),
    { numRuns: runs, ...defined({ seed }) },
  );
  if (run.failed) throw run.errorInstance;

  const violationsOf = async (situation: TestCase, law: string): Promise<readonly Violation[]> =>
    (await trials.run(situation)).violations.filter((violation) => violation.law === law);
  const counterexamples: Counterexample[] = [];
  for (const law of invariants.map(({ name }) => name).filter((name) => broken.has(name))) {
    // The same situations again, to shrink the first that breaks this law.
    const found = await fc.check(
      fc.asyncProperty(
        situations,
        async (situation) => (await violationsOf(situation, law)).length === 0,
      ),
      { numRuns: runs, seed: run.seed },
    );
    const [situation] = found.counterexample ?? [];
    // A strategy with state may not break it again.
    const violations = situation === undefined ? [] : await violationsOf(situation, law);
    const messages =
      violations.length === 0 ? ['broken once, and not when tried again'] : violations.map(worded);
    counterexamples.push({ law, messages, ...defined({ situation }) });
  }
  return { strategy: plugin.name, runs: run.numRuns, seed: run.seed, applied, counterexamples };
}

function worded({ index, message }: Violation): string {
  return index < 0 ? message : `entry ${index}: ${message}`;
}
