import type { Services } from '@palimpsest/core-types';
import { duplicateFinder } from '@palimpsest/engine/dedup';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { deterministicSummarizer } from '@palimpsest/summarizer';
import { isHard } from '@palimpsest/summarizer/classify';

/** The services of this strategy. */
export const extractiveServices = {
  classifier: { isHard },
  dedup: duplicateFinder,
  redact: undefined,
  summarizer: deterministicSummarizer,
  summarizers: undefined,
  toolTaxonomy: defaultToolTaxonomy,
} satisfies { readonly [Name in keyof Services]: unknown };
