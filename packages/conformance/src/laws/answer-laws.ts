import { PalimpsestError, type StrategyPlugin } from '@palimpsest/core-types';
import type { Attempt, Trial, TrialLaw } from '../trial.ts';

/** Messages of JavaScript engines for an attempt to change a frozen object. */
const MUTATION = /read.?only|not extensible|frozen|Cannot (?:delete|define|redefine)/i;

/** Laws about repeated calls, side effects and errors. Those about repeated calls of `compress` apply only without a model. */
export const answerLaws: readonly TrialLaw[] = [
  {
    name: 'law-6-deterministic',
    guarantee: 'Without a model, equal calls have equal results.',
    *find({ compressed, repeated }) {
      if (repeated !== undefined && JSON.stringify(compressed) !== JSON.stringify(repeated)) {
        yield [-1, 'two runs differ'];
      }
    },
  },
  {
    name: 'law-6-idempotent',
    guarantee:
      'Compressing an output that meets its target again, with the same absolute target, changes nothing.',
    *find({ compressed, again }) {
      const missed =
        compressed.kind === 'answered' ? (compressed.result.metadata.shortfallTokens ?? 0) : 0;
      if (missed === 0 && again?.kind === 'answered' && again.result.kind === 'applied') {
        yield [-1, 'compressing the output again changes it'];
      }
    },
  },
  {
    name: 'law-6-input-untouched',
    guarantee: 'The input is not changed.',
    *find(trial) {
      for (const [where, error] of thrownIn(trial)) {
        if (isMutation(error)) yield [-1, `${where}: ${String(error)}`];
      }
    },
  },
  {
    name: 'every-history-is-answered',
    guarantee:
      'Every history, also a malformed one, has a result. Only a strategy with a model may throw, and only a PalimpsestError.',
    *find(trial) {
      for (const [where, error] of thrownIn(trial)) {
        if (isMutation(error) || mayFail(trial.plugin, error)) continue;
        yield [-1, `${where}: ${String(error)}`];
      }
    },
  },
];

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
  ];
  for (const [where, made] of attempts) if (made?.kind === 'thrown') yield [where, made.error];
}
