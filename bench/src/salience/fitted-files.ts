import { FAMILIES, type CorpusFile } from '../retention/families.ts';

/** Every file of the corpus that weights are fitted on. */
export const FITTED_FILES: readonly CorpusFile[] = [...new Set(Object.values(FAMILIES).flat())];
