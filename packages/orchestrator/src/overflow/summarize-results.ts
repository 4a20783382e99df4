import type { ContentBlock } from '@palimpsest/core-types';
import { previewPlan, type EditPlan } from '@palimpsest/history';
import { summarizeResponse } from '@palimpsest/tool-taxonomy';
import { countBlockTokens, listPayloads, replaceBlocks, type Payload } from './result-payloads.ts';
import type { OverflowStage } from './run-stage.ts';

/**
 * Reduces results to one line each, largest first, until the request fits, and removes media next to them. Counts each payload once, and
 * confirms the sum by an estimate of the whole; each further round frees twice the shortfall.
 */
export const summarizeResults: OverflowStage = async ({ entries, tokens }, context) => {
  const { budget, estimateTokens, taxonomy, originals, signal } = context;
  const reduced = new Map<Payload, ContentBlock | undefined>();
  const waiting = (await listPayloads(entries, context)).values();
  let freed = 0;
  let needed = tokens - budget;
  let isExhausted = false;
  for (let factor = 1; ; factor *= 2) {
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
    const plan: EditPlan = { removals: new Set(), replacements: replaceBlocks(entries, reduced) };
    const after = await estimateTokens(previewPlan(entries, plan));
    if (after <= budget || isExhausted) return { plan, tokens: after };
    needed = freed + Math.max(1, (after - budget) * factor);
  }
};
