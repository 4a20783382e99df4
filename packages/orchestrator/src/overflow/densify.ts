import type { DensityConfig } from '@palimpsest/core-types';
import { explainMarks } from '@palimpsest/history';
import { findStrategy } from '../find-strategy.ts';
import { withPins } from '../with-pins.ts';
import { explaining } from './explaining.ts';
import type { Rung } from './ladder.ts';

const STRATEGY = 'high-density';

/** What goes without loss of what is still true. */
export const densify =
  (config: DensityConfig): Rung =>
  async (draft, _tokens, ladder) => {
    const { strategies, isProtected } = ladder;
    const strategy = findStrategy(strategies, STRATEGY);
    if (strategy?.optimize === undefined) return undefined;
    const history = draft.entries.slice(0, draft.pendingFrom);
    const { removals, replacements } = strategy.optimize(withPins(history, isProtected), config);
    if (removals.length === 0 && replacements.size === 0) return undefined;
    const plan = { removals: new Set(removals), replacements };
    return { plan: explainMarks(draft.entries, plan, explaining(draft, ladder)) };
  };
