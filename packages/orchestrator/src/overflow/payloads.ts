import type {
  ContentBlock,
  IContent,
  MediaBlock,
  TokenEstimator,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/history';
import type { OverflowContext } from './overflow-context.ts';
import type { OverflowState } from './overflow-state.ts';

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

/** A picture or file next to a tool result. */
interface MediaPayload extends Place {
  readonly kind: 'media';
  readonly media: MediaBlock;
}

export type Payload = ResultPayload | MediaPayload;

/** Counts a block as a separate entry, without its neighbours and without a provider's copy of it. */
export async function countBlockTokens(
  estimateTokens: TokenEstimator,
  block: ContentBlock,
): Promise<number> {
  return await estimateTokens([{ speaker: 'tool', blocks: [block] }]);
}

/** Returns all reducible results and media of tools, largest first; of equal size, oldest first. */
export async function listPayloads(
  { entries }: OverflowState,
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
      const tokens = await countBlockTokens(estimateTokens, media);
      found.push({ kind: 'media', entry, block, tokens, media });
    }
  }
  return found.toSorted((a, b) => b.tokens - a.tokens || a.entry - b.entry || a.block - b.block);
}

/** Replacements of payloads; `undefined` removes one. */
export type Reduced = ReadonlyMap<Payload, ContentBlock | undefined>;

/** Returns the changed entries, by index. */
export function replaceBlocks(
  { entries }: OverflowState,
  reduced: Reduced,
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
