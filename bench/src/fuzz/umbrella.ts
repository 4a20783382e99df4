import { createPalimpsest, type Palimpsest } from 'palimpsest';

/** Everything a user gets with one import. */
export const umbrella: Palimpsest = createPalimpsest();
