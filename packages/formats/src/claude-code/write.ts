import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { anthropicReader, readPart } from '../anthropic/read.ts';
import { anthropicTurns } from '../anthropic/write.ts';
import { readTurn, writeTurn } from '../turns.ts';
import {
  messageOf,
  type ClaudeCodeRecord,
  type ClaudeCodePlace,
  type ClaudeCodeSlice,
} from './read.ts';
import {
  nativeMessage,
  nativePart,
  findOriginal,
  sameBlock,
  sameBlocks,
  type NativeMessage,
} from '../native.ts';

/** The written form of one record: the same object if unchanged, nothing if all its blocks were removed. */
export interface WrittenPlace {
  readonly place: ClaudeCodePlace;
  readonly record: ClaudeCodeRecord | undefined;
}

/** Writes the entries of one response, or the pieces of one user record, back to their records. */
export function writePlaces(
  entries: readonly IContent[],
  native: NativeMessage<ClaudeCodeSlice>,
): WrittenPlace[] {
  const before: ContentBlock[] = [];
  let places: readonly ClaudeCodePlace[] = native.message.places;
  let isKnown = true;
  for (const entry of entries) {
    const original = findOriginal(nativeMessage<ClaudeCodeSlice>('claude-code', entry));
    isKnown &&= original !== undefined;
    // Records of pieces lack their content; take the originals.
    places = original?.message.places ?? places;
    for (const block of original?.entry.blocks ?? []) before.push(block);
  }
  const known = new Set(before);
  const isWhole = entries.length === (native.piece?.count ?? 1);
  const blocks = byRecord(
    entries.flatMap((entry) => entry.blocks),
    places.length,
  );
  const originals = isKnown ? byRecord(before, places.length) : undefined;
  return places.map((place, index) => {
    const own = blocks[index] ?? [];
    const isPiece = native.piece !== undefined;
    const read = originals?.[index] ?? (isPiece ? undefined : reread(place));
    if (isWhole && read !== undefined && sameBlocks(own, read)) {
      return { place, record: place.record };
    }
    if (own.length === 0 && read?.length !== 0) return { place, record: undefined };
    const isComplete = isWhole && own.length === (read ?? own).length;
    return { place, record: rewrite(place.record, own, known, isComplete) };
  });
}

function rewrite(
  record: ClaudeCodeRecord,
  blocks: readonly ContentBlock[],
  known: ReadonlySet<ContentBlock>,
  isComplete: boolean,
): ClaudeCodeRecord {
  const { toolUseResult, ...rest } = record;
  const raw = messageOf(record);
  const speaker = raw.role === 'assistant' ? 'ai' : 'human';
  const message = writeTurn(anthropicTurns, { speaker, blocks }, raw, known);
  // This second copy of the result would keep removed content.
  const isKept = isComplete && blocks.every((block) => known.has(block) || isAsRead(block));
  const payload = isKept && toolUseResult !== undefined ? { toolUseResult } : {};
  return { ...rest, message, ...payload };
}

/** Groups the blocks of an entry by record; added ones follow the block before them. */
function byRecord(blocks: readonly ContentBlock[], count: number): ContentBlock[][] {
  const sorted = Array.from({ length: count }, (): ContentBlock[] => []);
  let current = 0;
  for (const block of blocks) {
    const part = nativePart('anthropic', block);
    if (part !== undefined) current = Math.min(part.record ?? 0, count - 1);
    sorted[current]?.push(block);
  }
  return sorted;
}

function reread({ record, position }: ClaudeCodePlace): readonly ContentBlock[] {
  return readTurn(anthropicReader, messageOf(record), position, 'claude-code').blocks;
}

function isAsRead(block: ContentBlock): boolean {
  const part = nativePart('anthropic', block)?.part;
  return part !== undefined && sameBlock(block, readPart(part));
}

/** Creates a record for a generated entry, with the members that all records of a session share. Its place in the thread is set later. */
export function addedRecord(
  { speaker, blocks }: IContent,
  template: ClaudeCodeRecord,
): ClaudeCodeRecord | undefined {
  const shared: Record<string, unknown> = { isSidechain: false };
  for (const [key, value] of Object.entries(template)) if (SHARED.has(key)) shared[key] = value;
  const isAnswer = speaker === 'ai';
  const turn = { speaker: isAnswer ? 'ai' : 'human', blocks } as const;
  const message = writeTurn(anthropicTurns, turn, undefined, new Set());
  if (message === undefined) return undefined;
  // Claude Code reads response content block by block.
  const content =
    typeof message.content === 'string' && isAnswer
      ? [{ type: 'text', text: message.content }]
      : message.content;
  return { ...shared, type: isAnswer ? 'assistant' : 'user', message: { ...message, content } };
}

const SHARED = new Set(['userType', 'cwd', 'sessionId', 'version', 'gitBranch', 'timestamp']);
