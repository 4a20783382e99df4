import type { StrategyPlugin } from '@palimpsest/core-types';
import { defineSummaryStrategy } from '@palimpsest/summarizer/history';
import { splitMiddle } from './split-middle.ts';

/** Strategy `middle-out`: a model summarizes the middle of the history; the oldest and the newest entries stay unchanged (REQ-CS-002). */
export const middleOut: StrategyPlugin = defineSummaryStrategy({
  name: 'middle-out',
  description:
    'A model summarizes the middle; the oldest and the newest part stay, and what the user demanded stays word for word.',
  split: splitMiddle,
});
