import type { CompressionStrategy } from '@palimpsest/core-types';
import type { Violation } from '@palimpsest/history';
import { answerNames } from './answers.ts';
import { attempt } from './attempt.ts';
import { contextOf } from './context.ts';
import { countedHistory } from './counted-history.ts';
import { estimatorNames, estimators } from './estimators.ts';
import type { Law } from './law.ts';
import { longSessions } from './long-sessions.ts';
import type { Situation } from './situation.ts';

export const linearWork: Law = {
  name: 'law-9-linear-work',
  promise:
    'Work grows with the history, not with its square: four times the entries are not looked at much more than four times as often.',
};

const TURNS = 150;
const FACTOR = 4;

/** What sorting may add to a factor of four; the square of it is sixteen. */
const MOST = 6;

/** Compresses and optimizes long sessions of two lengths, and counts the entries that were looked at. */
export async function checkGrowth(strategy: CompressionStrategy): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const [name, session] of Object.entries(longSessions)) {
    const few = await visitsOf(strategy, session(TURNS));
    const many = await visitsOf(strategy, session(TURNS * FACTOR));
    for (const [call, before] of Object.entries(few)) {
      const after = many[call]!;
      if (after <= MOST * before) continue;
      const message = `${call} looked ${before} times into the entries of ${TURNS} turns, and ${after} times into those of ${TURNS * FACTOR} (${name})`;
      violations.push({ law: linearWork.name, index: -1, message });
    }
  }
  return violations;
}

async function visitsOf(
  strategy: CompressionStrategy,
  entries: Situation['history'],
): Promise<Readonly<Record<string, number>>> {
  const situation: Situation = { ...USUAL, history: entries };
  const compressing = countedHistory(entries);
  const tokens = estimators[situation.estimator](entries);
  await attempt(() => strategy.compress(contextOf(situation, tokens, compressing.history)));
  const visits = { compress: compressing.visits() };
  if (strategy.optimize === undefined) return visits;
  const planning = countedHistory(entries);
  await attempt(() => strategy.optimize?.(planning.history, situation.density));
  return { ...visits, optimize: planning.visits() };
}

const USUAL: Situation = {
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
