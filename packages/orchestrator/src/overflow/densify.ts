import type { DensityConfig, IContent } from '@palimpsest/core-types';
import type { Protection } from '@palimpsest/history';
import { findStrategy } from '../find-strategy.ts';
import type { Rung } from './ladder.ts';

const STRATEGY = 'high-density';

/** What goes without loss of what is still true. */
export const densify =
  (config: DensityConfig): Rung =>
  async (draft, _tokens, { strategies, isProtected }) => {
    const strategy = findStrategy(strategies, STRATEGY);
    if (strategy?.optimize === undefined) return undefined;
    const history = draft.entries.slice(0, draft.pendingFrom);
    const { removals, replacements } = strategy.optimize(withPins(history, isProtected), config);
    if (removals.length === 0 && replacements.size === 0) return undefined;
    return { plan: { removals: new Set(removals), replacements } };
  };

/** A plan for a history knows of pins by metadata only. */
function withPins(history: readonly IContent[], isProtected: Protection): readonly IContent[] {
  return history.map((entry) =>
    isProtected(entry) ? { ...entry, metadata: { ...entry.metadata, pinned: true } } : entry,
  );
}
