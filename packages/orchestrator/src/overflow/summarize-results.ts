import type { ToolResponseBlock } from '@palimpsest/core-types';
import { explainMarks, previewPlan, type EditPlan } from '@palimpsest/history';
import { summarizeResponse } from '@palimpsest/tool-taxonomy';
import { legendOptions, type OverflowStage } from './overflow-context.ts';
import {
  countBlockTokens,
  listPayloads,
  replaceBlocks,
  type Payload,
  type Reduced,
} from './payloads.ts';

/** What a result was before this ladder reduced it. */
export type OriginalResults = WeakMap<ToolResponseBlock, ToolResponseBlock>;

/**
 * One line for each result, the largest first, until the request fits; pictures beside a result go. Each payload is counted once, and the
 * sum is confirmed by an estimate of the whole; where that says more is missing, twice as much is asked for at each round.
 */
export const summarizeResults =
  (originals: OriginalResults): OverflowStage =>
  async (draft, tokens, ladder) => {
    const { room, estimateTokens, taxonomy, signal } = ladder;
    const reduced = new Map<Payload, ReturnType<Reduced['get']>>();
    const waiting = (await listPayloads(draft, ladder))[Symbol.iterator]();
    const { entries } = draft;
    let freed = 0;
    let needed = tokens - room;
    for (let factor = 1, isExhausted = false; !isExhausted; factor *= 2) {
      while (freed < needed && !isExhausted) {
        const { value: payload, done } = waiting.next();
        isExhausted = done === true;
        if (payload === undefined) break;
        signal?.throwIfAborted();
        if (payload.kind === 'media') {
          reduced.set(payload, undefined);
          freed += payload.tokens;
          continue;
        }
        const { response, call } = payload;
        const line = summarizeResponse(call, originals.get(response) ?? response, taxonomy);
        const gain = payload.tokens - (await countBlockTokens(estimateTokens, line));
        if (gain <= 0) continue;
        reduced.set(payload, line);
        freed += gain;
      }
      if (reduced.size === 0) return undefined;
      const plan: EditPlan = {
        removals: new Set(),
        replacements: replaceBlocks(draft, reduced),
      };
      const explained = explainMarks(entries, plan, legendOptions(draft, ladder));
      const after = await estimateTokens(previewPlan(entries, explained));
      if (after <= room) return { plan: explained, tokens: after };
      if (isExhausted) {
        // A request fits without the explanation rather than not at all.
        const bare = await estimateTokens(previewPlan(entries, plan));
        return bare <= room ? { plan, tokens: bare } : { plan: explained, tokens: after };
      }
      needed = freed + Math.max(1, (after - room) * factor);
    }
    return undefined;
  };
