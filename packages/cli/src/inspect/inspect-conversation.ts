import type { CompressionStrategy, ContentBlock } from '@palimpsest/core-types';
import { getCodec, readOverhead, type OverheadTokens } from '@palimpsest/formats';
import { indexExchanges, repairHistory, type ExchangeIndex } from '@palimpsest/history';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import type { Conversation } from '../conversations/conversation.ts';
import { createEntryDescriber } from './describe-entry.ts';
import { findRedundancy } from './find-redundancy.ts';
import {
  addShare,
  keepLargest,
  sortShares,
  type Inspection,
  type LargeEntry,
  type Share,
  type ToolShare,
} from './inspection.ts';

/**
 * Inspects a conversation as it was read.
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
  const exchanges = indexExchanges(history);
  const describe = createEntryDescriber(exchanges);
  const speakers = new Map<string, Share>();
  const blocks = new Map<string, Share>();
  const largest: LargeEntry[] = [];
  for (const [index, { speaker, blocks: own }] of history.entries()) {
    const tokens = estimateEntryTokens([{ speaker, blocks: own }]);
    addShare(speakers, { name: speaker, count: 1, tokens });
    for (const block of own) {
      addShare(blocks, { name: block.type, count: 1, tokens: countBlock(block) });
    }
    keepLargest(largest, { index, speaker, tokens, text: '' });
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
    speakers: sortShares(speakers),
    blocks: sortShares(blocks),
    tools: listTools(exchanges),
    findings: findRedundancy(history, exchanges, strategy, workspaceRoot),
    largest: largest.map((entry) => ({
      ...entry,
      ...describe(history[entry.index]!, entry.index),
    })),
    repairs,
    repeatedIds: countRepeatedIds(exchanges),
  };
}

/**
 * Estimates the overhead of a request body. Messages alone have none.
 *
 * @throws {FormatError} for an invalid system prompt or tool definition
 */
export function countOverhead({
  format,
  body,
}: Pick<Conversation, 'format' | 'body'>): OverheadTokens {
  if (body === undefined) return { system: 0, tools: 0 };
  const { system, tools } = readOverhead(format, body);
  return { system: estimateEntryTokens(system), tools: estimateEntryTokens(tools) };
}

/** Returns calls, failures and tokens of each tool. */
function listTools({ exchanges, unmatchedResults }: ExchangeIndex): ToolShare[] {
  const tools = new Map<string, ToolShare>();
  const add = (given: unknown, amounts: Omit<ToolShare, 'name'>): void => {
    // A file may hold anything in place of a name.
    const name = typeof given === 'string' && given !== '' ? given : 'unnamed';
    addShare(tools, { name, ...amounts });
  };
  const addResult = (name: unknown, block: ContentBlock, failures: number): void => {
    const resultTokens = countBlock(block);
    add(name, { count: 0, tokens: resultTokens, failures, resultTokens });
  };
  for (const { call, response } of exchanges.flatMap(({ calls }) => calls)) {
    add(call.name, { count: 1, tokens: countBlock(call), failures: 0, resultTokens: 0 });
    if (response === undefined) continue;
    const use = defaultToolTaxonomy.describe(call.name, call.parameters);
    const hasFailed = defaultToolTaxonomy.hasFailed(use, response.response);
    addResult(call.name, response.response, hasFailed ? 1 : 0);
  }
  for (const { response } of unmatchedResults) addResult(response.toolName, response, 0);
  return sortShares(tools);
}

/** Counts the calls with the id of an earlier call. Missing ids are a repairHistory. */
function countRepeatedIds({ exchanges }: ExchangeIndex): number {
  const ids = exchanges.flatMap(({ calls }) => calls.map(({ call }) => call.id)).filter(Boolean);
  return ids.length - new Set(ids).size;
}

const EMPTY_ENTRY = estimateEntryTokens([{ speaker: 'ai', blocks: [] }]);

/** Returns the tokens of a block without those of an entry around it. */
function countBlock(block: ContentBlock): number {
  return Math.max(0, estimateEntryTokens([{ speaker: 'ai', blocks: [block] }]) - EMPTY_ENTRY);
}
