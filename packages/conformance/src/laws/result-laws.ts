import { resultInvariants } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';
import { ofCompress, ofEveryResult } from './every-result.ts';

/** What every result is held to, wherever it is made. `optimize` knows no tail and no target, and takes repeated files out of human text. */
export const lawsOfResults: readonly TrialLaw[] = resultInvariants.map((law) => {
  if (law.name === 'law-3-human-text') return sparingLongWords(ofCompress(law));
  return law.name === 'law-3-tail' ? ofCompress(law) : ofEveryResult(law);
});

/** Who counts words sees no gain in less of a line without a space: it stays, however long it is. */
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
