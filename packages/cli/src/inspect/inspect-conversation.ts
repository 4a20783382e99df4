import type { CompressionStrategy, ContentBlock } from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import { indexExchanges, repairHistory, type ExchangeIndex } from '@palimpsest/history';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import type { Conversation } from '../forms/item.ts';
import { countOverhead } from './count-overhead.ts';
import { entryDescriber } from './describe-entry.ts';
import { findWaste } from './find-waste.ts';
import type { Inspection, LargeEntry } from './inspection.ts';
import { keepLargest, Tally } from './tally.ts';
import { toolShares } from './tool-shares.ts';

/** How many of the largest are named. */
export const LARGEST_SHOWN = 10;

/**
 * Looks into a conversation, as it is given.
 *
 * @throws {FormatError} for a message that is not of its format
 */
export function inspectConversation(
  conversation: Conversation,
  strategy: CompressionStrategy,
  workspaceRoot: string,
): Inspection {
  const { id, format, messages } = conversation;
  const overhead = countOverhead(conversation);
  const history = getCodec(format).decode(messages);
  const index = indexExchanges(history);
  const taxonomy = defaultToolTaxonomy;
  const describe = entryDescriber(index, taxonomy);
  const speakers = new Tally();
  const blocks = new Tally();
  const largest: (LargeEntry & { readonly index: number })[] = [];
  for (const [at, entry] of history.entries()) {
    const tokens = estimateEntryTokens([entry]);
    speakers.add(entry.speaker, tokens);
    for (const block of entry.blocks) blocks.add(block.type, countBlock(block));
    keepLargest(largest, { index: at, speaker: entry.speaker, tokens, text: '' }, LARGEST_SHOWN);
  }
  const repairs: Partial<Record<string, number>> = {};
  for (const { kind } of repairHistory(history).repairs) repairs[kind] = (repairs[kind] ?? 0) + 1;
  return {
    id,
    format,
    messages: messages.length,
    entries: history.length,
    tokens: estimateEntryTokens(history) + overhead.system + overhead.tools,
    overhead,
    speakers: speakers.shares(),
    blocks: blocks.shares(),
    tools: toolShares(index, taxonomy, countBlock),
    findings: findWaste(history, index, strategy, workspaceRoot),
    largest: largest.map((entry) => ({
      ...entry,
      ...describe(history[entry.index]!, entry.index),
    })),
    repairs,
    repeatedIds: countRepeatedIds(index),
  };
}

/** Counts the calls that have the id of an earlier call. A call without an id is a repair of its own. */
function countRepeatedIds({ exchanges }: ExchangeIndex): number {
  const ids = exchanges.flatMap(({ calls }) => calls.map(({ call }) => call.id)).filter(Boolean);
  return ids.length - new Set(ids).size;
}

const EMPTY = estimateEntryTokens([{ speaker: 'ai', blocks: [] }]);

/** Tokens of a block without what surrounds an entry. */
function countBlock(block: ContentBlock): number {
  return Math.max(0, estimateEntryTokens([{ speaker: 'ai', blocks: [block] }]) - EMPTY);
}
