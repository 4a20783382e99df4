import type { Services } from '@palimpsest/core-types';
import { duplicateFinder } from '@palimpsest/engine/dedup';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';

/** The services of this strategy. */
export const highDensityServices: Required<Pick<Services, 'dedup' | 'toolTaxonomy'>> = {
  dedup: duplicateFinder,
  toolTaxonomy: defaultToolTaxonomy,
};
