import type {
  ContentBlock,
  IContent,
  TokenEstimator,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { explainMarkers, indexExchanges, previewPlan, type EditPlan } from '@palimpsest/history';
import { summarizeResponse } from '@palimpsest/tool-taxonomy';
import { legendOptions, type OverflowContext } from './overflow-context.ts';
import type { OverflowStage } from './run-stage.ts';

interface Place {
  readonly entry: number;
  readonly block: number;
  /** Tokens of the block alone. */
  readonly tokens: number;
}

/** A tool result with its call. */
export interface ResultPayload extends Place {
  readonly kind: 'result';
  readonly response: ToolResponseBlock;
  readonly call: ToolCallBlock;
}

/** A tool result, or a picture or file next to one. */
type Payload = ResultPayload | (Place & { readonly kind: 'media' });

/** Counts a block as a separate entry, without its neighbours and without a provider's copy of it. */
export async function countBlockTokens(
  estimateTokens: TokenEstimator,
  block: ContentBlock,
): Promise<number> {
  return await estimateTokens([{ speaker: 'tool', blocks: [block] }]);
}

/** Returns all reducible results and media of tools, largest first; of equal size, oldest first. */
export async function listPayloads(
  entries: readonly IContent[],
  { estimateTokens, isProtected, signal }: OverflowContext,
): Promise<Payload[]> {
  const found: Payload[] = [];
  const answering = new Set<number>();
  for (const { entry, block, response, call } of indexExchanges(entries).responses) {
    if (isProtected(entries[entry]!)) continue;
    signal?.throwIfAborted();
    answering.add(entry);
    const tokens = await countBlockTokens(estimateTokens, response);
    found.push({ kind: 'result', entry, block, tokens, response, call: call.call });
  }
  for (const entry of answering) {
    const { speaker, blocks } = entries[entry]!;
    if (speaker !== 'tool') continue;
    for (const [block, media] of blocks.entries()) {
      if (media.type !== 'media') continue;
      found.push({
        kind: 'media',
        entry,
        block,
        tokens: await countBlockTokens(estimateTokens, media),
      });
    }
  }
  return found.toSorted((a, b) => b.tokens - a.tokens || a.entry - b.entry || a.block - b.block);
}

/**
 * Returns the changed entries, by index.
 *
 * @param reduced the new block of each payload; `undefined` removes it
 */
export function replaceBlocks(
  entries: readonly IContent[],
  reduced: ReadonlyMap<Payload, ContentBlock | undefined>,
): ReadonlyMap<number, IContent> {
  const blocksOf = new Map<number, (ContentBlock | undefined)[]>();
  for (const [{ entry, block }, now] of reduced) {
    const blocks = blocksOf.get(entry) ?? [...entries[entry]!.blocks];
    blocks[block] = now;
    blocksOf.set(entry, blocks);
  }
  const changed = new Map<number, IContent>();
  for (const [at, blocks] of [...blocksOf].toSorted(([a], [b]) => a - b)) {
    changed.set(at, { ...entries[at]!, blocks: blocks.filter((block) => block !== undefined) });
  }
  return changed;
}

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
    const plan: EditPlan = { removals: new Set(), replacements: replaceBlocks(entries, reduced) };
    const explained = explainMarkers(entries, plan, legendOptions(entries, context));
    const after = await estimateTokens(previewPlan(entries, explained));
    if (after <= budget) return { plan: explained, tokens: after };
    if (isExhausted) {
      // Omits the legend if the request fits only without it.
      const bare = await estimateTokens(previewPlan(entries, plan));
      return bare <= budget ? { plan, tokens: bare } : { plan: explained, tokens: after };
    }
    needed = freed + Math.max(1, (after - budget) * factor);
  }
  return undefined;
};
