import { PalimpsestError, type DensityResult, type StrategyPlugin } from '@palimpsest/core-types';
import type { Attempt, Trial, TrialLaw } from '../trial.ts';

const EVERY_HISTORY = 'every-history-is-answered';

/** Messages of JavaScript engines for an attempt to change a frozen object. */
const MUTATION = /read.?only|not extensible|frozen|Cannot (?:delete|define|redefine)/i;

/** Laws about repeated calls, side effects and errors. Those about repeated calls of `compress` apply only without a model. */
export const answerLaws: readonly TrialLaw[] = [
  {
    name: 'law-6-deterministic',
    guarantee: 'Without a model the same call has the same result.',
    *find({ compressed, repeated, optimized }) {
      if (repeated !== undefined && JSON.stringify(compressed) !== JSON.stringify(repeated)) {
        yield [-1, 'two runs differ'];
      }
      if (optimized?.kind !== 'answered') return;
      const { plan, repeated: planned } = optimized.result;
      if (textOf(plan) !== textOf(planned)) yield [-1, 'optimize: two runs differ'];
    },
  },
  {
    name: 'law-6-idempotent',
    guarantee:
      'Compressing an output that meets its target again, with the same absolute target, changes nothing.',
    *find({ compressed, again, optimized }) {
      const missed =
        compressed.kind === 'answered' ? (compressed.result.metadata.shortfallTokens ?? 0) : 0;
      if (missed === 0 && again?.kind === 'answered' && again.result.kind === 'applied') {
        yield [-1, 'compressing the output again changes it'];
      }
      if (optimized?.kind !== 'answered') return;
      const { removals, replacements } = optimized.result.again;
      if (removals.length > 0 || replacements.size > 0) {
        yield [-1, 'optimize: running it again changes the history'];
      }
    },
  },
  {
    name: 'law-6-input-untouched',
    guarantee: 'Nothing that is handed in is changed.',
    *find(trial) {
      for (const [where, error] of thrownIn(trial)) {
        if (isMutation(error)) yield [-1, `${where}: ${String(error)}`];
      }
    },
  },
  {
    name: EVERY_HISTORY,
    guarantee:
      'Every history, broken ones too, is answered by a result; only a strategy with a model may fail, with an error of our kind.',
    *find(trial) {
      for (const [where, error] of thrownIn(trial)) {
        if (isMutation(error) || mayFail(trial.plugin, error)) continue;
        yield [-1, `${where}: ${String(error)}`];
      }
    },
  },
];

function textOf({ removals, replacements }: DensityResult): string {
  return JSON.stringify([removals, [...replacements]]);
}

/** Returns whether a strategy may throw an error: one with a model may throw a `PalimpsestError`. */
function mayFail({ requiresLLM }: StrategyPlugin, error: unknown): boolean {
  return requiresLLM && PalimpsestError.isInstance(error);
}

function isMutation(error: unknown): boolean {
  return error instanceof TypeError && MUTATION.test(error.message);
}

function* thrownIn(trial: Trial): Generator<readonly [where: string, error: unknown]> {
  const attempts: readonly (readonly [string, Attempt<unknown> | undefined])[] = [
    ['compress', trial.compressed],
    ['compress once more', trial.repeated],
    ['compress its own output', trial.again],
    ['compress what is broken', trial.onBrokenInput],
    ['optimize', trial.optimized],
  ];
  for (const [where, made] of attempts) if (made?.kind === 'thrown') yield [where, made.error];
}
