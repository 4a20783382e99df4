import type {
  ContentBlock,
  IContent,
  TokenEstimator,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/history';
import type { OverflowContext } from './overflow-context.ts';

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
export type Payload = ResultPayload | (Place & { readonly kind: 'media' });

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

/** Returns the reducible results with more than the given tokens, in the order of `listPayloads`. */
export async function listLargeResults(
  entries: readonly IContent[],
  context: OverflowContext,
  tokens: number,
): Promise<ResultPayload[]> {
  const payloads = await listPayloads(entries, context);
  return payloads.filter(
    (payload): payload is ResultPayload => payload.kind === 'result' && payload.tokens > tokens,
  );
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
