import { resultInvariants, type Violation } from '@palimpsest/history';
import type { Invariant, Law, LawInput, Trial, TrialLaw } from '../trial.ts';
import { answerLaws } from './answer-laws.ts';
import { blockLaws } from './block-laws.ts';
import { claimLaws } from './claim-laws.ts';
import { entryLaws } from './entry-laws.ts';
import { optimizeLaws } from './optimize-laws.ts';
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

/**
 * All laws that one trial can break. Those about the tail, user text and roles apply only to `compress`: `optimize` has no tail, and removes
 * repeated files from user text.
 */
const trialLaws: readonly TrialLaw[] = [
  ...resultLaws.map((law) => {
    if (law.name === 'law-3-human-text') return sparingLongWords(ofCompress(law));
    return law.name === 'law-3-tail' ? ofCompress(law) : ofEveryResult(law);
  }),
  ...reductionLaws.map(ofEveryResult),
  ...roleLaws.map(ofCompress),
  ...toolResultLaws.map(ofEveryResult),
  ...optimizeLaws,
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

/** Creates a law about the result of `compress` and about the history that a plan of `optimize` leads to. */
function ofEveryResult(law: Law): TrialLaw {
  const made = ofCompress(law);
  return {
    ...made,
    *find(trial) {
      yield* made.find(trial);
      if (trial.optimized?.kind !== 'answered') return;
      for (const [index, message] of law.find(trial.optimized.result.checked)) {
        yield [index, `optimize: ${message}`];
      }
    },
  };
}

/** Exempts an estimator that counts words: shortening a line without spaces frees no tokens, so the line stays, however long it is. */
function sparingLongWords(law: TrialLaw): TrialLaw {
  return {
    ...law,
    *find(trial) {
      const isSpared = trial.situation.estimator === 'words';
      for (const found of law.find(trial)) if (!isSpared || !isLeft(found[1])) yield found;
    },
  };
}

function isLeft(message: string): boolean {
  return message.endsWith('left although human text was reduced');
}
