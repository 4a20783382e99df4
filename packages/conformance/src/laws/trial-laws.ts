import type { Violation } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import type { Trial } from '../trial.ts';
import { lawsOfAnswers } from './answer-laws.ts';
import { lawsOfClaims } from './claim-laws.ts';
import { lawsOfFailures } from './failure-laws.ts';
import { lawsOfFigures } from './figure-laws.ts';
import { lawsOfOptimize } from './optimize-laws.ts';
import { lawsOfReferences } from './reference-laws.ts';
import { lawsOfRepetition } from './repetition-laws.ts';
import { lawsOfResults } from './result-laws.ts';
import { lawsOfRichResults } from './rich-result-laws.ts';
import { lawsOfRoles } from './role-laws.ts';
import { lawsOfSpeakers } from './speaker-laws.ts';
import { lawsOfTexts } from './text-laws.ts';

export const trialLaws: readonly TrialLaw[] = [
  ...lawsOfResults,
  ...lawsOfTexts,
  ...lawsOfReferences,
  ...lawsOfSpeakers,
  ...lawsOfRoles,
  ...lawsOfFailures,
  ...lawsOfRichResults,
  ...lawsOfOptimize,
  ...lawsOfClaims,
  ...lawsOfFigures,
  ...lawsOfRepetition,
  ...lawsOfAnswers,
];

/** Returns all violations of a trial. */
export function violationsOf(trial: Trial): readonly Violation[] {
  return trialLaws.flatMap((law) =>
    Array.from(law.find(trial), ([index, message]) => ({ law: law.name, index, message })),
  );
}
