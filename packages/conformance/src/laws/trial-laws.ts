import { resultInvariants, type Violation } from '@palimpsest/engine/history';
import type { Invariant, Law, LawInput, Trial, TrialLaw } from '../law.ts';
import { answerLaws } from './answer-laws.ts';
import { blockLaws } from './block-laws.ts';
import { claimLaws } from './claim-laws.ts';
import { entryLaws } from './entry-laws.ts';
import { reductionLaws } from './reduction-laws.ts';
import { roleLaws } from './role-laws.ts';
import { toolResultLaws } from './tool-result-laws.ts';

/** The laws of every result. */
const resultLaws: readonly Law[] = [...resultInvariants, ...entryLaws, ...blockLaws];

/** Laws of a result that need a plugin to be tried. */
const triedLaws: readonly Law[] = [...resultLaws, ...reductionLaws, ...roleLaws, ...toolResultLaws];
const trialLaws: readonly TrialLaw[] = [...claimLaws, ...answerLaws];

/** All laws that a strategy is checked against, in the order in which they are reported. */
export const invariants: readonly Invariant[] = [...triedLaws, ...trialLaws].map(
  ({ name, guarantee }) => ({ name, guarantee }),
);

/** Returns all laws that a result breaks. */
export function checkInvariants(result: LawInput): Violation[] {
  return violations(resultLaws, result);
}

/** Returns all laws that a trial breaks. */
export function violationsOf(trial: Trial): Violation[] {
  const { checked } = trial;
  return [
    ...(checked === undefined ? [] : violations(triedLaws, checked)),
    ...violations(trialLaws, trial),
  ];
}

function violations<Given>(
  laws: readonly {
    readonly name: string;
    find(given: Given): Iterable<readonly [number, string]>;
  }[],
  given: Given,
): Violation[] {
  return laws.flatMap((law) =>
    Array.from(law.find(given), ([index, message]) => ({ law: law.name, index, message })),
  );
}
