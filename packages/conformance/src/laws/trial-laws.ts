import type { Violation } from '@palimpsest/history';
import type { TrialLaw } from '../law.ts';
import type { Trial } from '../trial.ts';
import { lawsOfAnswers } from './answer-laws.ts';
import { lawsOfClaims } from './claim-laws.ts';
import { lawsOfRepetition } from './repetition-laws.ts';
import { lawsOfResults } from './result-laws.ts';

export const trialLaws: readonly TrialLaw[] = [
  ...lawsOfResults,
  ...lawsOfClaims,
  ...lawsOfRepetition,
  ...lawsOfAnswers,
];

/** Everything a trial breaks. */
export function violationsOf(trial: Trial): readonly Violation[] {
  return trialLaws.flatMap((law) =>
    Array.from(law.find(trial), ([index, message]) => ({ law: law.name, index, message })),
  );
}
