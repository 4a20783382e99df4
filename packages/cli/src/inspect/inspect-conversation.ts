import {
  isMarker,
  soleText,
  type CompressionStrategy,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import {
  applyDensityResult,
  indexExchanges,
  repairHistory,
  type ExchangeIndex,
} from '@palimpsest/engine/history';
import { countOverhead, createCallReader } from '@palimpsest/report';
import { textsOf } from '@palimpsest/engine/rules';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import type { Conversation } from '../conversations/conversation.ts';
import { addNumbers } from '../sums.ts';
import { printable } from '../terminal/printable.ts';
import {
  largestOf,
  sumShares,
  type Finding,
  type Inspection,
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
  const callOf = createCallReader(history, exchanges);
  const sizes = history.map(({ speaker, blocks }, index) => {
    const tokens = estimateEntryTokens([{ speaker, blocks }]);
    return { index, role: ROLES[speaker], tokens, text: firstWords(blocks) };
  });
  const blocks = history.flatMap((entry) =>
    entry.blocks.map((block) => ({ name: block.type, count: 1, tokens: countBlock(block) })),
  );
  const repairs = {};
  for (const { kind } of repairHistory(history).repairs) addNumbers(repairs, { [kind]: 1 });
  return {
    id,
    format,
    messages: messages.length,
    entries: history.length,
    tokens: estimateEntryTokens(history) + overhead.system + overhead.tools,
    overhead,
    roles: sumShares(sizes.map(({ role: name, tokens }) => ({ name, count: 1, tokens }))),
    blocks: sumShares<Share>(blocks),
    tools: sumShares(listToolShares(exchanges)),
    findings: findRedundancy(history, exchanges, strategy, workspaceRoot),
    largest: largestOf(sizes).map((entry) => ({ ...entry, ...callOf(entry.index) })),
    repairs,
    repeatedIds: countRepeatedIds(exchanges),
  };
}

/** Roles as providers name them. */
const ROLES = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' } as const;

function* listToolShares({ exchanges, unmatchedResults }: ExchangeIndex): Generator<ToolShare> {
  for (const { call, response } of exchanges.flatMap(({ calls }) => calls)) {
    yield shareOf(call.name, call);
    if (response === undefined) continue;
    const use = defaultToolTaxonomy.describe(call.name, call.parameters);
    const hasFailed = defaultToolTaxonomy.hasFailed(use, response.response);
    yield { ...shareOf(call.name, response.response), failures: hasFailed ? 1 : 0 };
  }
  for (const { response } of unmatchedResults) yield shareOf(response.toolName, response);
}

function shareOf(tool: unknown, block: ContentBlock): ToolShare {
  const tokens = countBlock(block);
  const isResult = block.type === 'tool_response';
  const resultTokens = isResult ? tokens : 0;
  return { name: nameTool(tool), count: isResult ? 0 : 1, tokens, failures: 0, resultTokens };
}

/** A file may hold anything in place of a name. */
function nameTool(name: unknown): string {
  return typeof name === 'string' && name !== '' ? name : 'unnamed';
}

/** Counts the calls with the id of an earlier call. Missing ids are repaired. */
function countRepeatedIds({ exchanges }: ExchangeIndex): number {
  const ids = exchanges.flatMap(({ calls }) => calls.map(({ call }) => call.id)).filter(Boolean);
  return ids.length - new Set(ids).size;
}

const EMPTY_ENTRY = estimateEntryTokens([{ speaker: 'ai', blocks: [] }]);

/** Returns the tokens of a block without those of an entry around it. */
function countBlock(block: ContentBlock): number {
  return estimateEntryTokens([{ speaker: 'ai', blocks: [block] }]) - EMPTY_ENTRY;
}

/** Finds what could be removed without loss. The strategy plans it; nothing is changed. */
function findRedundancy(
  history: readonly IContent[],
  { responses }: ExchangeIndex,
  strategy: CompressionStrategy,
  workspaceRoot: string,
): Inspection['findings'] {
  const plan = (enabled: 'readWritePruning' | 'fileDedupe'): Finding => {
    const result = strategy.optimize?.(history, {
      readWritePruning: enabled === 'readWritePruning',
      fileDedupe: enabled === 'fileDedupe',
      recencyPruning: false,
      recencyRetention: 1,
      workspaceRoot,
    });
    if (result === undefined) return { count: 0, tokens: 0 };
    const after = applyDensityResult(history, result);
    const tokens = Math.max(0, estimateEntryTokens(history) - estimateEntryTokens(after));
    const { readWritePairsPruned, fileDeduplicationsPruned } = result.metadata;
    // Only what is enabled is counted.
    return { count: readWritePairsPruned + fileDeduplicationsPruned, tokens };
  };
  return {
    staleReads: plan('readWritePruning'),
    repeatedInclusions: plan('fileDedupe'),
    duplicateResults: findDuplicates(responses),
  };
}

function findDuplicates(responses: ExchangeIndex['responses']): Finding {
  const seen = new Set<string>();
  let [count, tokens] = [0, 0];
  for (const { response } of responses) {
    const text = soleText(response.result) ?? JSON.stringify(response.result) ?? '';
    // Equal markers do not mean equal results.
    if (text.trim() === '' || isMarker(text)) continue;
    if (seen.has(text)) {
      count += 1;
      tokens += estimateEntryTokens([{ speaker: 'tool', blocks: [response] }]);
    } else seen.add(text);
  }
  return { count, tokens };
}

const MAX_TEXT = 160;

/** Members of blocks with what people read, the best one first. */
const READABLE = ['text', 'code', 'thought', 'error', 'result', 'caption', 'filename', 'mimeType'];

/** Returns the first text of an entry, without its calls. */
function firstWords(blocks: readonly ContentBlock[]): string {
  const texts = blocks.flatMap((block) =>
    READABLE.flatMap((member) => [...textsOf(Reflect.get(block, member))]),
  );
  return texts.map((text) => printable(text, MAX_TEXT)).find((text) => text !== '') ?? '';
}
