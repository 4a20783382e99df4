import { PalimpsestError, type StrategyPlugin } from '@palimpsest/core-types';
import type { TrialLaw } from '../invariant.ts';
import type { Attempt, Trial } from '../trial.ts';

export const EVERY_HISTORY = 'every-history-is-answered';

/** Messages of JavaScript engines for an attempt to change a frozen object. */
const MUTATION = /read.?only|not extensible|frozen|Cannot (?:delete|define|redefine)/i;

/** Laws about side effects and errors of a call. */
export const lawsOfAnswers: readonly TrialLaw[] = [
  {
    name: 'law-6-input-untouched',
    guarantee: 'Nothing that is handed in is changed.',
    *find(trial) {
      for (const [where, error] of thrownIn(trial)) {
        if (isMutation(error)) yield [-1, `${where}: ${String(error)}`];
      }
      if (trial.isInputChanged === true) yield [-1, 'what is not frozen was changed'];
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

/** Returns whether a strategy may throw an error: one with a model may throw a `PalimpsestError`. */
export function mayFail({ requiresLLM }: StrategyPlugin, error: unknown): boolean {
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
