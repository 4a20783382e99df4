import type { DensityConfig, ToolResponseBlock } from '@palimpsest/core-types';
import {
  explainMarks,
  fitToTarget,
  indexExchanges,
  listCandidatesByAge,
  safeCuts,
} from '@palimpsest/history';
import { findStrategy } from '../strategy-source.ts';
import { withPins } from '../with-pins.ts';
import { legendOptions, type OverflowStage } from './overflow-context.ts';
import type { OriginalResults } from './summarize-results.ts';

const STRATEGY = 'high-density';

/** What goes without loss of what is still true. */
export const densify =
  (config: DensityConfig): OverflowStage =>
  async (draft, _tokens, ladder) => {
    const { strategies, isProtected } = ladder;
    const strategy = findStrategy(strategies, STRATEGY);
    if (strategy?.optimize === undefined) return undefined;
    const history = draft.entries.slice(0, draft.pendingFrom);
    const { removals, replacements } = strategy.optimize(withPins(history, isProtected), config);
    if (removals.length === 0 && replacements.size === 0) return undefined;
    const plan = { removals: new Set(removals), replacements };
    return { plan: explainMarks(draft.entries, plan, legendOptions(draft, ladder)) };
  };

/** Whole exchanges and messages, oldest first. The newest exchange of the history stays, and so does everything pending. */
export const dropExchanges =
  (originals: OriginalResults): OverflowStage =>
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
      explain: legendOptions(draft, ladder),
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
