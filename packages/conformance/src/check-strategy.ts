import { defined, type IContent, type StrategyPlugin } from '@palimpsest/core-types';
import { indexExchanges, type Violation } from '@palimpsest/history';
import fc from 'fast-check';
import { checkGrowth } from './check-growth.ts';
import { checkPlugin, createTrials, type TrialOptions } from './create-trials.ts';
import { invariants } from './laws/trial-laws.ts';
import type { TestCase } from './test-case.ts';
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
  /** Absent for `law-9-linear-work`, which no single situation breaks, and for a law that did not break again. */
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
      if (trial.compressed.kind === 'answered' && trial.compressed.result.kind === 'applied')
        applied += 1;
      for (const { law } of violations) broken.add(law);
    }),
    { numRuns: runs, ...defined({ seed }) },
  );
  if (run.failed) throw run.errorInstance;

  const violationsOf = async (situation: TestCase, law: string): Promise<readonly Violation[]> =>
    (await trials.run(situation)).violations.filter((violation) => violation.law === law);
  const growth = await checkGrowth(plugin, createTrials(plugin, options).strategy);
  const counterexamples: Counterexample[] = [];
  for (const { name } of invariants) {
    if (broken.has(name)) {
      const found = await fc.check(
        fc.asyncProperty(
          situations,
          async (situation) => (await violationsOf(situation, name)).length === 0,
        ),
        { numRuns: runs, seed: run.seed },
      );
      const [first] = found.counterexample ?? [];
      const situation =
        first && (await smallerSituation(first, (smaller) => violationsOf(smaller, name)));
      // A strategy with state may not break it again.
      const violations = situation === undefined ? [] : await violationsOf(situation, name);
      const messages =
        violations.length === 0
          ? ['broken once, and not when tried again']
          : violations.map(worded);
      counterexamples.push({ law: name, messages, ...defined({ situation }) });
    }
    const grown = growth.filter(({ law }) => law === name);
    if (grown.length > 0 && !broken.has(name))
      counterexamples.push({ law: name, messages: grown.map(worded) });
  }
  return { strategy: plugin.name, runs: run.numRuns, seed: run.seed, applied, counterexamples };
}

function worded({ index, message }: Violation): string {
  return index < 0 ? message : `entry ${index}: ${message}`;
}

/**
 * Returns the situation without the entries that are not needed to break a law in the same way. Removes whole exchanges first, then single
 * entries, newest first.
 */
async function smallerSituation(
  situation: TestCase,
  violationsOf: (situation: TestCase) => Promise<readonly Violation[]>,
): Promise<TestCase> {
  const ways = new Set((await violationsOf(situation)).map(wayOf));
  let { history } = situation;
  for (const hasExchanges of [true, false]) {
    const units = hasExchanges ? exchangesOf(history) : history.map((entry) => [entry]);
    for (const unit of units.toReversed()) {
      const removed = new Set(unit);
      const fewer = history.filter((entry) => !removed.has(entry));
      if (fewer.length === history.length) continue;
      const violations = await violationsOf({ ...situation, history: fewer });
      const isSame = violations.length > 0 && violations.every((found) => ways.has(wayOf(found)));
      if (isSame) history = fewer;
    }
  }
  return { ...situation, history };
}

/** Returns a message without its figures, which change with the history. */
function wayOf({ message }: Violation): string {
  return message.replaceAll(/\d+/g, '0');
}

/** Returns each entry with tool calls, together with the entries of their results. */
function exchangesOf(history: readonly IContent[]): IContent[][] {
  return indexExchanges(history).exchanges.map(({ start, calls }) => [
    history[start]!,
    ...calls.flatMap(({ response }) => (response === undefined ? [] : [history[response.entry]!])),
  ]);
}
