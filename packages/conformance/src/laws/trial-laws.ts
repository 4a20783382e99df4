import { resultInvariants, type Violation } from '@palimpsest/engine/history';
import type { Invariant, Law, LawInput, Trial, TrialLaw } from '../trial.ts';
import { answerLaws } from './answer-laws.ts';
import { blockLaws } from './block-laws.ts';
import { claimLaws } from './claim-laws.ts';
import { entryLaws } from './entry-laws.ts';
import { reductionLaws } from './reduction-laws.ts';
import { roleLaws } from './role-laws.ts';
import { toolResultLaws } from './tool-result-laws.ts';

/** The laws of every result. */
const resultLaws: readonly Law[] = [...resultInvariants, ...entryLaws, ...blockLaws];

/** Returns all laws that a result breaks. */
export function checkInvariants(result: LawInput): Violation[] {
  return resultLaws.flatMap((law) =>
    Array.from(law.find(result), ([index, message]) => ({ law: law.name, index, message })),
  );
}

/** All laws that one trial can break. */
const trialLaws: readonly TrialLaw[] = [
  ...[...resultLaws, ...reductionLaws, ...roleLaws, ...toolResultLaws].map(ofCompress),
  ...claimLaws,
  ...answerLaws,
];

/** All laws that a strategy is checked against, in the order in which they are reported. */
export const invariants: readonly Invariant[] = trialLaws.map(({ name, guarantee }) => ({
  name,
  guarantee,
}));

export function violationsOf(trial: Trial): readonly Violation[] {
  return trialLaws.flatMap((law) =>
    Array.from(law.find(trial), ([index, message]) => ({ law: law.name, index, message })),
  );
}

function ofCompress(law: Law): TrialLaw {
  return {
    name: law.name,
    guarantee: law.guarantee,
    *find({ checked }) {
      if (checked !== undefined) yield* law.find(checked);
    },
  };
}
