import { resultInvariants } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import { ofCompress, ofEveryResult } from './every-result.ts';

/**
 * Laws about every result. Those about the tail and about user text apply only to `compress`: `optimize` has no tail, and removes repeated
 * files from user text.
 */
export const lawsOfResults: readonly TrialLaw[] = resultInvariants.map((law) => {
  if (law.name === 'law-3-human-text') return sparingLongWords(ofCompress(law));
  return law.name === 'law-3-tail' ? ofCompress(law) : ofEveryResult(law);
});

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
