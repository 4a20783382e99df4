import type { Services } from '@palimpsest/core-types';
import { duplicateFinder } from '@palimpsest/engine/dedup';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { deterministicSummarizer } from '@palimpsest/summarizer';
import { isHard } from '@palimpsest/summarizer/classify';

/** The services of this strategy. */
export const extractiveServices: Required<
  Pick<Services, 'classifier' | 'dedup' | 'summarizer' | 'toolTaxonomy'>
> & { readonly redact: undefined; readonly summarizers: undefined } = {
  classifier: { isHard },
  dedup: duplicateFinder,
  redact: undefined,
  summarizer: deterministicSummarizer,
  summarizers: undefined,
  toolTaxonomy: defaultToolTaxonomy,
};
