import type { IContent } from '@palimpsest/core-types';
import {
  expandToWholeExchanges,
  indexExchanges,
  isHumanText,
  keepTurns,
  safeCuts,
} from '@palimpsest/history';
import { planted, untouched, type Output } from '../planted.ts';
import { newestStart } from '../newest-start.ts';
import { isFixed, pair, type OriginDefect } from './origin-defect.ts';
import { withoutMarkersAlone } from '../../../history/src/turns/keep-turns.ts';
import { isAwaitingResult } from '../../../history/src/structure/exchange-index.ts';

/** Removes everything before the cut except protected entries and the newest user text. Markers preserve the order of roles. */
function dropBefore(history: readonly IContent[], cut: number): Output {
  // With an empty tail, the newest user text is not protected.
  const newest = cut < history.length ? history.findLastIndex(isHumanText) : -1;
  const held = expandToWholeExchanges(
    indexExchanges(history),
    cut,
    (at) => at === newest || isFixed(history[at]!),
  );
  const removals = new Set([...history.keys()].filter((at) => at < cut && !held.has(at)));
  const removed = withoutMarkersAlone(history, { removals, replacements: new Map() });
  const plan = keepTurns(history, removed);
  return untouched(history)
    .filter(([, at]) => !plan.removals.has(at))
    .map(([entry, at]) => {
      const [first = at, ...others] = plan.merges?.get(at) ?? [];
      return [plan.replacements.get(at) ?? entry, first, ...others];
    });
}

/** Moves the cut past an exchange whose calls all await their results. */
function pastUnanswered(history: readonly IContent[], cut: number): number {
  const { exchanges } = indexExchanges(history);
  const waits = exchanges.some(
    ({ start, calls }) => start === cut && calls.every(isAwaitingResult),
  );
  return waits ? cut + 1 : cut;
}

const lastTwo = (history: readonly IContent[]): number =>
  safeCuts(indexExchanges(history)).atOrBefore(history.length - 2);

export const headDefects: readonly OriginDefect[] = [
  {
    id: 'D1',
    does: 'steps past a call at the end that waits, so that everything counts as head',
    law: 'law-3-tail',
    ...pair((isBroken) =>
      planted(
        (history) => {
          const start = newestStart(history);
          return dropBefore(history, isBroken ? pastUnanswered(history, start) : start);
        },
        { changes: 'summary' },
      ),
    ),
    options: { tailStart: newestStart },
    entries: 1,
  },
  {
    id: 'D2',
    does: 'drops entry by entry, and leaves a response whose call is gone at the beginning',
    law: 'law-1-whole-history',
    ...pair((isBroken) =>
      planted(
        (history) =>
          dropBefore(history, isBroken ? Math.max(0, history.length - 2) : lastTwo(history)),
        { changes: 'summary' },
      ),
    ),
    options: { tailStart: lastTwo },
  },
];
