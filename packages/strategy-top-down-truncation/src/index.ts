import type { StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy } from '@palimpsest/engine';
import { listCandidatesByAge } from '@palimpsest/engine/history';

/** Minimum number of newest entries that stay. */
const MIN_KEPT = 2;

/**
 * Strategy `top-down-truncation`: removes the oldest exchanges and entries until the history fits. Keeps at least the newest two
 * entries, system and pinned entries, and the newest user message; what stays is unchanged. The last resort: it needs no model.
 */
export const topDownTruncation: StrategyPlugin = defineStrategy({
  name: 'top-down-truncation',
  humanText: 'eligible',
  description:
    'Drops the oldest exchanges and messages until the history fits; what stays is unchanged.',
  tailStart: ({ history, cuts }) => cuts.atOrBefore(history.length - MIN_KEPT),
  candidates: ({ index, tailStart, isProtected }) =>
    listCandidatesByAge(index, { boundary: tailStart, isProtected }),
  shortfallReason: ({ history, tailStart }) =>
    `the newest ${history.length - Math.max(0, tailStart)} entries, system and pinned entries and the newest human entry stay`,
});
export { cleanWindow } from './clean-window.ts';
