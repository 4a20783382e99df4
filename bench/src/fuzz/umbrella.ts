import { createPalimpsest, type Palimpsest } from 'palimpsest';

/** The `palimpsest` package with all strategies. */
export const umbrella: Palimpsest = createPalimpsest();
