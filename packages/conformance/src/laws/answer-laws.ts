import { PalimpsestError } from '@palimpsest/core-types';
import type { Trial, TrialLaw } from '../law.ts';

/** Messages of JavaScript engines for an attempt to change a frozen object. */
const MUTATION = /read.?only|not extensible|frozen|Cannot (?:delete|define|redefine)/i;

/** Laws about repeated calls, side effects and errors. Those about repeated calls of `compress` apply only without a model. */
export const answerLaws: readonly TrialLaw[] = [
  {
    name: 'law-6-deterministic',
    guarantee: 'Without a model, equal calls have equal results.',
    *find({ compressed, repeated }) {
      if (repeated !== undefined && JSON.stringify(compressed) !== JSON.stringify(repeated))
        yield [-1, 'two runs differ'];
    },
  },
  {
    name: 'law-6-idempotent',
    guarantee:
      'Compressing an output that meets its target again, with the same absolute target, changes nothing.',
    *find({ result, again }) {
      const isMet = (result?.metadata.shortfallTokens ?? 0) === 0;
      if (isMet && again !== undefined && 'result' in again && again.result.kind === 'applied')
        yield [-1, 'compressing the output again changes it'];
    },
  },
  {
    name: 'law-6-input-untouched',
    guarantee: 'The input is not changed.',
    *find(trial) {
      for (const { message, isMutation } of thrownIn(trial)) if (isMutation) yield [-1, message];
    },
  },
  {
    name: 'every-history-is-answered',
    guarantee:
      'Every history, also a malformed one, has a result. Only a strategy with a model may throw, and only a PalimpsestError.',
    *find(trial) {
      const { requiresLLM } = trial.plugin;
      for (const { message, isMutation, error } of thrownIn(trial)) {
        const mayBeThrown = requiresLLM && PalimpsestError.isInstance(error);
        if (!isMutation && !mayBeThrown) yield [-1, message];
      }
    },
  },
];

function* thrownIn({ compressed, repeated, again, onBrokenInput }: Trial) {
  const calls = {
    compress: compressed,
    'compress once more': repeated,
    'compress its own output': again,
    'compress what is broken': onBrokenInput,
  };
  for (const [call, made] of Object.entries(calls)) {
    if (made === undefined || 'result' in made) continue;
    const { error } = made;
    const isMutation = error instanceof TypeError && MUTATION.test(error.message);
    yield { message: `${call}: ${String(error)}`, isMutation, error };
  }
}
