import type { ContentBlock, IContent, Speaker, ThinkingBlock } from '@palimpsest/core-types';
import type { Answers } from './answers.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { writeMessage } from './message.ts';
import { isMessage, readItem } from './read.ts';
import { repairReasoning, type WrittenItem } from './reasoning.ts';
import { blocksByRecord, segmentsOf, type ReadItems } from './segments.ts';
import { writeCall, writeOutput } from './tools.ts';
import { nativePart, originOf, sameBlock, sameBlocks } from '../native.ts';

/** Writes the items of a changed entry. Unchanged items are the same objects. */
export function writeEntry(
  dialect: ItemDialect,
  entry: IContent,
  read: ReadItems,
  answers: Answers,
): WrittenItem[] {
  const segments = segmentsOf(dialect, entry, read);
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
  return repairReasoning(written, read.items);
}

/** Returns whether an item can have the entry's role. Only messages state a role. */
function sameSpeaker(dialect: ItemDialect, item: Item, speaker: Speaker): boolean {
  return !isMessage(item) || readItem(dialect, item, 0).speaker === speaker;
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

/** Omits reasoning that another provider encrypted, which the server would reject. */
function writeThinking(dialect: ItemDialect, block: ThinkingBlock): Item | undefined {
  const { thought, encryptedContent } = block;
  const encrypted = OWN.has(originOf(block)) ? encryptedContent : undefined;
  if (thought === '' && encrypted === undefined) return undefined;
  return dialect.reasoning(thought, encrypted);
}
