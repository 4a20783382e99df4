import { resultLaws } from '@palimpsest/history';
import type { TrialLaw } from '../law.ts';
import { ofCompress, ofEveryResult } from './every-result.ts';

/** Laws about `compress` alone: `optimize` knows no tail and no target, and takes repeated files out of human text. */
const OF_COMPRESS = new Set(['law-3-tail', 'law-3-human-text']);

/** What every result is held to, wherever it is made. */
export const lawsOfResults: readonly TrialLaw[] = resultLaws.map((law) =>
  OF_COMPRESS.has(law.name) ? ofCompress(law) : ofEveryResult(law),
);
