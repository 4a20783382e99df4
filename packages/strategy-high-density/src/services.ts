import { duplicateFinder } from '@palimpsest/engine/dedup';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';

/** The services of this strategy. */
export const highDensityServices = { dedup: duplicateFinder, toolTaxonomy: defaultToolTaxonomy };
