import { fitToTarget, indexExchanges, sacrificesByAge, safeCuts } from '@palimpsest/history';
import type { Rung } from './ladder.ts';

/** Whole exchanges and messages, oldest first. The newest exchange of the history stays, and so does everything pending. */
export const dropExchanges: Rung = async (draft, tokens, ladder) => {
  const { entries, pendingFrom } = draft;
  const { room, estimateTokens, isProtected, signal } = ladder;
  const index = indexExchanges(entries);
  const boundary = pendingFrom === 0 ? 0 : safeCuts(index).atOrBefore(pendingFrom - 1);
  const fit = await fitToTarget({
    history: entries,
    tokens,
    targetTokens: room,
    estimateTokens,
    sacrifices: sacrificesByAge(index, { boundary, isProtected }),
    isFixed: (at) => at >= boundary || isProtected(entries[at]!),
    ...(signal === undefined ? {} : { signal }),
  });
  return { plan: fit.plan, tokens: fit.tokens };
};
