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

/** Removes stale content. */
export const densify =
  (config: DensityConfig): OverflowStage =>
  async (state, _tokens, context) => {
    const { strategies, isProtected } = context;
    const strategy = findStrategy(strategies, STRATEGY);
    if (strategy?.optimize === undefined) return undefined;
    const history = state.entries.slice(0, state.pendingFrom);
    const { removals, replacements } = strategy.optimize(withPins(history, isProtected), config);
    if (removals.length === 0 && replacements.size === 0) return undefined;
    const plan = { removals: new Set(removals), replacements };
    return { plan: explainMarks(state.entries, plan, legendOptions(state, context)) };
  };

/** Removes whole exchanges and messages, oldest first, except the newest exchange and pending entries. */
export const dropExchanges =
  (originals: OriginalResults): OverflowStage =>
  async (state, tokens, context) => {
    const { entries, pendingFrom } = state;
    const { room, estimateTokens, isProtected, signal } = context;
    const index = indexExchanges(entries);
    const boundary = pendingFrom === 0 ? 0 : safeCuts(index).atOrBefore(pendingFrom - 1);
    const fit = await fitToTarget({
      history: entries,
      tokens,
      targetTokens: room,
      estimateTokens,
      candidates: listCandidatesByAge(index, { boundary, isProtected }),
      isProtected,
      explain: legendOptions(state, context),
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
