import type { ToolResponseBlock } from '@palimpsest/core-types';
import { fitToTarget, indexExchanges, listCandidatesByAge, safeCuts } from '@palimpsest/history';
import { explaining } from './explaining.ts';
import type { Rung } from './ladder.ts';
import type { Originals } from './summarize-results.ts';

/** Whole exchanges and messages, oldest first. The newest exchange of the history stays, and so does everything pending. */
export const dropExchanges =
  (originals: Originals): Rung =>
  async (draft, tokens, ladder) => {
    const { entries, pendingFrom } = draft;
    const { room, estimateTokens, isProtected, signal } = ladder;
    const index = indexExchanges(entries);
    const boundary = pendingFrom === 0 ? 0 : safeCuts(index).atOrBefore(pendingFrom - 1);
    const fit = await fitToTarget({
      history: entries,
      tokens,
      targetTokens: room,
      estimateTokens,
      candidates: listCandidatesByAge(index, { boundary, isProtected }),
      isProtected,
      explain: explaining(draft, ladder),
      ...(signal === undefined ? {} : { signal }),
    });
    for (const [at, { blocks }] of fit.plan.replacements) {
      for (const [place, block] of blocks.entries()) {
        const original = originals.get(entries[at]!.blocks[place] as ToolResponseBlock);
        if (original !== undefined) originals.set(block as ToolResponseBlock, original);
      }
    }
    return { plan: fit.plan, tokens: fit.tokens };
  };
