import {
  hasToolCall,
  type ContentBlock,
  type IContent,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import {
  hasSameResult,
  nativePart,
  sameBlock,
  sameBlocks,
  type NativePart,
} from '../framework/native.ts';
import { withOwnSignature } from '../framework/part-table.ts';
import { isResponse } from '../framework/write-messages.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { isMessage, ROLES, writeMessage } from './message.ts';
import { readItem } from './read.ts';
import { repairReasoning, type WrittenItem } from './reasoning.ts';
import { isTextlessOutput } from './results.ts';
import { isCall, isOutput, outputTypeOf, readOutput, writeCall, writeOutput } from './tools.ts';

/** Facts about calls found elsewhere in a history. */
export interface Answers {
  /** Output types by call id, if unusual. */
  readonly types: ReadonlyMap<string, string>;
  /**
   * Calls with a text result although their tool's outputs have no text, for example after a screenshot was removed. Both call and result are
   * written as those of a function.
   */
  readonly textResultCallIds: ReadonlySet<string>;
}

/** Collects these facts. */
export function answersOf(dialect: ItemDialect, history: readonly IContent[]): Answers {
  const types = new Map<string, string>();
  const textResultCallIds = new Set<string>();
  for (const { blocks } of history) {
    for (const block of blocks) {
      if (block.type !== 'tool_call' && block.type !== 'tool_response') continue;
      const item = nativePart<Item>(dialect.name, block)?.part;
      if (block.type === 'tool_call') {
        if (item === undefined || !isCall(dialect, item)) continue;
        const type = outputTypeOf(item);
        if (type === undefined) types.delete(block.id);
        else types.set(block.id, type);
        continue;
      }
      const isRead = item !== undefined && isOutput(dialect, item);
      const type = isRead ? item.type : types.get(block.callId);
      if (!isTextlessOutput(type)) continue;
      const isAsRead = isRead && hasSameResult(block, readOutput(dialect, item));
      if (!isAsRead) textResultCallIds.add(block.callId);
    }
  }
  return { types, textResultCallIds };
}

/** What an entry was decoded from. */
interface ReadItems {
  readonly items: readonly Item[];
  readonly blocks: readonly ContentBlock[];
}

/** Writes the items of a changed entry. Unchanged items are the same objects. */
export function writeEntry(
  dialect: ItemDialect,
  entry: IContent,
  read: ReadItems,
  answers: Answers,
): WrittenItem[] {
  const before = blocksByRecord(dialect, read);
  const sorted = sortByItem(dialect, entry, read.items, before);
  const records = sorted.flatMap(({ record }) => record ?? []);
  const isComplete = read.items.every((_, record) => record === records[record]);
  const segments = isComplete || entry.speaker !== 'ai' ? sorted : joinMessages(sorted);
  const written: WrittenItem[] = [];
  for (const { record, isMessage: isText, blocks } of segments) {
    const raw = record === undefined ? undefined : read.items[record];
    const own = record === undefined ? [] : (before.get(record) ?? []);
    // Only messages state a role.
    const isRaw = raw !== undefined && (!isMessage(raw) || ROLES.get(raw.role) === entry.speaker);
    const isSame =
      isRaw && !blocks.some((block) => isInWords(block, answers)) && sameBlocks(blocks, own);
    const item = isSame
      ? raw
      : isText
        ? writeMessage(dialect, entry.speaker, blocks, raw)
        : writeItem(dialect, blocks[0]!, raw, answers);
    if (item !== undefined)
      written.push(record === undefined ? { item } : { item, formerIndex: record });
  }
  return repairReasoning(written, read.items);
}

/** Returns whether a call or a result is written as that of a function, in words. */
export function isInWords(block: ContentBlock, { textResultCallIds }: Answers): boolean {
  if (block.type === 'tool_call') return textResultCallIds.has(block.id);
  return block.type === 'tool_response' && textResultCallIds.has(block.callId);
}

function writeItem(
  dialect: ItemDialect,
  block: ContentBlock,
  raw: Item | undefined,
  answers: Answers,
): Item | undefined {
  const part = raw ?? nativePart<Item>(dialect.name, block)?.part;
  if (part !== undefined && !isMessage(part) && !isInWords(block, answers)) {
    const [before] = readItem(dialect, part, 0).blocks;
    if (before !== undefined && sameBlock(block, before)) return part;
    if (block.type === 'tool_call' && before?.type === 'tool_call') {
      return writeCall(dialect, block, part);
    }
    if (block.type === 'tool_response' && before?.type === 'tool_response') {
      return writeOutput(dialect, block, part);
    }
  }
  if (block.type === 'tool_call') return writeCall(dialect, block, undefined);
  if (block.type === 'tool_response') {
    const type = isInWords(block, answers) ? undefined : answers.types.get(block.callId);
    return writeOutput(dialect, block, undefined, type);
  }
  return block.type === 'thinking' ? writeThinking(dialect, block) : undefined;
}

/** Formats whose reasoning the server can decrypt. */
const OWN = ['openai-responses', 'openai-agents', 'codex'] as const;

function writeThinking(dialect: ItemDialect, block: ThinkingBlock): Item | undefined {
  const { thought, encryptedContent } = withOwnSignature(block, OWN);
  if (thought === '' && encryptedContent === undefined) return undefined;
  return dialect.reasoning(thought, encryptedContent);
}

/** Blocks that become one item. */
interface Segment {
  /** Its former item index in the entry; `undefined` for a new item. */
  record: number | undefined;
  readonly isMessage: boolean;
  readonly blocks: ContentBlock[];
}

/** Groups blocks by their item. New texts join the adjacent message, and items without blocks stay. */
function sortByItem(
  dialect: ItemDialect,
  { speaker, blocks }: IContent,
  items: readonly Item[],
  full: ReadonlyMap<number, unknown>,
): Segment[] {
  const segments: Segment[] = [];
  const empty = [...items.keys()].filter((record) => !full.has(record));
  let passed = 0;
  const pass = (end: number): void => {
    for (; passed < empty.length && empty[passed]! < end; passed += 1) {
      segments.push({ record: empty[passed], isMessage: true, blocks: [] });
    }
  };
  const ordered =
    speaker === 'tool' && items.length === 0
      ? [...blocks.filter(isResponse), ...blocks.filter((block) => !isResponse(block))]
      : blocks;
  for (const block of ordered) {
    const native = nativePart(dialect.name, block);
    const record = items.length === 0 ? undefined : native?.record;
    const isText = isContent(block, native);
    const last = segments.at(-1);
    const joins =
      isText &&
      last?.isMessage === true &&
      (record === undefined || last.record === undefined || record === last.record);
    if (joins) {
      last.blocks.push(block);
      last.record ??= record;
      continue;
    }
    if (record !== undefined) pass(record);
    segments.push({ record, isMessage: isText, blocks: [block] });
  }
  pass(Infinity);
  if (blocks.length === 0 && items.length === 0) {
    segments.push({ record: undefined, isMessage: true, blocks: [] });
  }
  return segments;
}

/**
 * Joins messages of the model whose separator was removed, because they would be read as one entry. After a call, a message continues the
 * turn; after another message it would start a new one. An empty message would become an entry.
 */
function joinMessages(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  let hasCalls = false;
  for (const segment of segments) {
    const last = joined.at(-1);
    if (hasCalls || !segment.isMessage || last?.isMessage !== true) {
      hasCalls ||= hasToolCall(segment);
      joined.push(segment);
    } else if (isSilent(last)) joined[joined.length - 1] = segment;
    else if (!isSilent(segment)) for (const block of segment.blocks) last.blocks.push(block);
  }
  return joined;
}

function isSilent({ blocks }: Segment): boolean {
  return blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}

/** Returns the blocks that were read from each item. */
function blocksByRecord(
  dialect: ItemDialect,
  { blocks }: ReadItems,
): ReadonlyMap<number, readonly ContentBlock[]> {
  const sorted = new Map<number, ContentBlock[]>();
  for (const block of blocks) {
    const record = nativePart(dialect.name, block)?.record ?? 0;
    const own = sorted.get(record);
    if (own === undefined) sorted.set(record, [block]);
    else own.push(block);
  }
  return sorted;
}

/** Returns whether a block is inside a message. */
function isContent(block: ContentBlock, native: NativePart | undefined): boolean {
  if (native !== undefined && block.type === 'opaque') {
    return native.field !== undefined || 'value' in native;
  }
  return block.type === 'text' || block.type === 'code' || block.type === 'media';
}
