import { resultLaws } from '@palimpsest/history';
import type { TrialLaw } from '../law.ts';
import { ofCompress, ofEveryResult } from './every-result.ts';

const HUMAN_TEXT = 'law-3-human-text';

/** Laws about `compress` alone: `optimize` knows no tail and no target, and takes repeated files out of human text. */
const OF_COMPRESS = new Set(['law-3-tail', HUMAN_TEXT]);

/** What every result is held to, wherever it is made. */
export const lawsOfResults: readonly TrialLaw[] = resultLaws.map((law) => {
  if (law.name === HUMAN_TEXT) return sparingLongWords(ofCompress(law));
  return OF_COMPRESS.has(law.name) ? ofCompress(law) : ofEveryResult(law);
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
