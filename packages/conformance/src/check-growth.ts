import type { CompressionStrategy, StrategyPlugin } from '@palimpsest/core-types';
import type { Violation } from '@palimpsest/history';
import { answerNames } from './answers.ts';
import { attempt } from './attempt.ts';
import { contextOf } from './context.ts';
import { countedHistory } from './counted-history.ts';
import { estimatorNames, estimators } from './estimators.ts';
import type { Invariant } from './invariant.ts';
import { EVERY_HISTORY, mayFail } from './laws/answer-laws.ts';
import { longSessions } from './long-sessions.ts';
import type { TestCase } from './test-case.ts';
import type { Attempt } from './trial.ts';

export const linearWork: Invariant = {
  name: 'law-9-linear-work',
  guarantee:
    'Work grows with the history, not with its square: four times the entries, or blocks in one, are not looked at much more than four times as often.',
};

const TURNS = 150;
const FACTOR = 4;

/** Maximum growth of the work for four times the input: sorting may exceed a factor of 4, while quadratic work has a factor of 16. */
const MOST = 6;

/** Compresses and optimizes long sessions of two lengths. Reports work that grows faster than the session, and thrown errors. */
export async function checkGrowth(
  plugin: StrategyPlugin,
  strategy: CompressionStrategy,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const [name, session] of Object.entries(longSessions)) {
    const few = await workOf(strategy, session(TURNS));
    const many = await workOf(strategy, session(TURNS * FACTOR));
    for (const [call, { visits, made }] of Object.entries(many)) {
      const before = few[call]!.visits;
      if (made.kind === 'thrown' && !mayFail(plugin, made.error)) {
        const message = `${call} of ${TURNS * FACTOR} turns (${name}): ${String(made.error)}`;
        violations.push({ law: EVERY_HISTORY, index: -1, message });
      } else if (visits > MOST * before) {
        const message = `${call} looked ${before} times into the entries of ${TURNS} turns, and ${visits} times into those of ${TURNS * FACTOR} (${name})`;
        violations.push({ law: linearWork.name, index: -1, message });
      }
    }
  }
  return violations;
}

interface Work {
  readonly visits: number;
  readonly made: Attempt<unknown>;
}

async function workOf(
  strategy: CompressionStrategy,
  entries: TestCase['history'],
): Promise<Readonly<Record<string, Work>>> {
  const situation: TestCase = { ...USUAL, history: entries };
  const tokens = estimators[situation.estimator](entries);
  const compress = await counted(entries, (history) =>
    strategy.compress(contextOf(situation, tokens, history)),
  );
  if (strategy.optimize === undefined) return { compress };
  const optimize = await counted(entries, (history) =>
    strategy.optimize?.(history, situation.density),
  );
  return { compress, optimize };
}

async function counted(
  entries: TestCase['history'],
  call: (history: TestCase['history']) => unknown,
): Promise<Work> {
  const { history, visits } = countedHistory(entries);
  const made = await attempt(() => call(history));
  return { made, visits: visits() };
}

const USUAL: TestCase = {
  history: [],
  target: { share: 0.3 },
  preserveThreshold: 0.2,
  canRecall: false,
  estimator: estimatorNames[0]!,
  settings: {},
  density: {
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: true,
    recencyRetention: 3,
    workspaceRoot: '/w',
  },
  answer: answerNames[0]!,
};
