import type { ContentBlock, IContent, Speaker, ThinkingBlock } from '@palimpsest/core-types';
import type { Answers } from './items-answers.ts';
import type { Item, ItemDialect } from './items-dialect.ts';
import { writeMessage } from './items-message.ts';
import { isMessage, readItem } from './items-read.ts';
import { mendReasoning, type WrittenItem } from './items-reasoning.ts';
import { writeCall, writeOutput } from './items-tools.ts';
import { nativePart, originOf, sameBlock, sameBlocks, type NativePart } from './native.ts';

/** What an entry was read from. */
export interface ReadItems {
  readonly items: readonly Item[];
  readonly blocks: readonly ContentBlock[];
}

interface Segment {
  record: number | undefined;
  readonly isMessage: boolean;
  readonly blocks: ContentBlock[];
}

/** The items of an entry that is not as it was read. Those of its items that still are come out as the same objects. */
export function writeEntry(
  dialect: ItemDialect,
  entry: IContent,
  read: ReadItems,
  answers: Answers,
): WrittenItem[] {
  const segments = sortSegments(dialect, entry, read);
  const before = blocksByRecord(dialect, read);
  const written: WrittenItem[] = [];
  for (const { record, isMessage: isText, blocks } of segments) {
    const raw = record === undefined ? undefined : read.items[record];
    const own = record === undefined ? [] : (before.get(record) ?? []);
    const isRaw = raw !== undefined && sameSpeaker(dialect, raw, entry.speaker);
    const isSame =
      isRaw &&
      !blocks.some((block) => isInWords(block, answers)) &&
      sameBlocks(blocks, own, dialect.hasToolNames);
    const item = isSame
      ? raw
      : isText
        ? writeMessage(dialect, entry.speaker, blocks, raw, own)
        : writeItem(dialect, blocks[0]!, raw, answers);
    if (item !== undefined) written.push(record === undefined ? { item } : { item, record });
  }
  return mendReasoning(written, read.items);
}

/** An instruction, a person and a model speak in messages only; all else looks alike whoever has it. */
function sameSpeaker(dialect: ItemDialect, item: Item, speaker: Speaker): boolean {
  return !isMessage(item) || readItem(dialect, item, 0).speaker === speaker;
}

/** Blocks by the item they belong to. New texts join the message beside them, and items without any block stay. */
function sortSegments(dialect: ItemDialect, entry: IContent, read: ReadItems): Segment[] {
  const { speaker, blocks } = entry;
  const segments: Segment[] = [];
  const empty = emptyRecords(dialect, read);
  let passed = 0;
  const pass = (end: number): void => {
    for (; passed < empty.length && empty[passed]! < end; passed += 1) {
      segments.push({ record: empty[passed], isMessage: true, blocks: [] });
    }
  };
  const ordered =
    speaker === 'tool' && read.items.length === 0
      ? [...blocks.filter(isResponse), ...blocks.filter((block) => !isResponse(block))]
      : blocks;
  for (const block of ordered) {
    const native = nativePart(dialect.name, block);
    const record = read.items.length === 0 ? undefined : native?.record;
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
  if (blocks.length === 0 && read.items.length === 0) {
    segments.push({ record: undefined, isMessage: true, blocks: [] });
  }
  return segments;
}

function emptyRecords(dialect: ItemDialect, read: ReadItems): number[] {
  const full = blocksByRecord(dialect, read);
  return [...read.items.keys()].filter((record) => !full.has(record));
}

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

function isResponse({ type }: ContentBlock): boolean {
  return type === 'tool_response';
}

/** Whether a block stands inside a message. */
function isContent(block: ContentBlock, native: NativePart | undefined): boolean {
  if (native !== undefined && block.type === 'opaque') {
    return native.field !== undefined || 'value' in native;
  }
  return block.type === 'text' || block.type === 'code' || block.type === 'media';
}

function isInWords(block: ContentBlock, { inWords }: Answers): boolean {
  if (inWords.size === 0) return false;
  if (block.type === 'tool_call') return inWords.has(block.id);
  return block.type === 'tool_response' && inWords.has(block.callId);
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
    if (before !== undefined && sameBlock(block, before, dialect.hasToolNames)) return part;
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

const OWN = new Set<unknown>([undefined, 'openai-responses', 'openai-agents', 'codex', 'icontent']);

/** What another provider encrypted would be refused, so it stays behind. */
function writeThinking(dialect: ItemDialect, block: ThinkingBlock): Item | undefined {
  const { thought, encryptedContent } = block;
  const encrypted = OWN.has(originOf(block)) ? encryptedContent : undefined;
  if (thought === '' && encrypted === undefined) return undefined;
  return dialect.reasoning(thought, encrypted);
}
