import type { IContent, ContentBlock } from '@palimpsest/core-types';
import { link, type OutgoingRecord } from './claude-code/links.ts';
import {
  isConversation,
  readLog,
  type ClaudeCodeRecord,
  type ClaudeCodePlace,
  type ClaudeCodeSlice,
  messageOf,
} from './claude-code/read.ts';
import type { Codec } from './codec.ts';
import { findOrigin, type Log } from './logs.ts';
import {
  isLaterPiece,
  nativeMessage,
  type NativeMessage,
  nativePart,
  findOriginal,
  sameBlock,
  sameBlocks,
} from './native.ts';
import { anthropicReader, readPart } from './anthropic/read.ts';
import { anthropicTurns } from './anthropic/write.ts';
import { readTurn, writeTurn } from './turns.ts';

export type { ClaudeCodeRecord } from './claude-code/read.ts';

/**
 * Session logs of Claude Code, one record per line. Writes only into the log that was read: removed entries leave it, added ones get a record
 * like their neighbours', and records outside the conversation keep their positions.
 */
export const claudeCode: Codec<ClaudeCodeRecord> = {
  name: 'claude-code',
  decode: readLog,
  encode(history) {
    if (history.length === 0) return [];
    const { log, template } = findOrigin<ClaudeCodeRecord>('claude-code', 'Claude Code', history);
    const drafts: OutgoingRecord[] = [];
    let next = 0;
    /** Positions of the records that were written, whole or in part. */
    const begun = new Set<number>();
    const passAsides = (end: number): void => {
      const passed = log?.records.slice(next, end) ?? [];
      const asides = passed.filter((record) => !isConversation(record));
      addAsides(drafts, asides);
      next = Math.max(next, end);
    };
    // What precedes the conversation also precedes an entry that was added at its start.
    passAsides(Math.max(0, log?.records.findIndex(isConversation) ?? 0));
    for (let index = 0; index < history.length;) {
      const entries = takePieces(history, index);
      index += entries.length;
      const [entry] = entries;
      const native = nativeOf(entry);
      if (entry === undefined || native === undefined) {
        const record = entry === undefined ? undefined : addedRecord(entry, template);
        if (record !== undefined) drafts.push({ record, kind: 'added' });
        continue;
      }
      for (const { place, record } of writePlaces(entries, native)) {
        if (log === undefined) addAsides(drafts, place.before);
        else passAsides(positionIn(log, place));
        if (record === undefined) continue;
        const { isLinked, position } = place;
        // By position: two records of a log may share a uuid.
        const isContinued = record.uuid !== undefined && begun.has(position);
        drafts.push({ record, kind: 'conversation', isLinked, isContinued });
        begun.add(position);
      }
      if (log === undefined) addAsides(drafts, nativeOf(entries.at(-1))?.message.after ?? []);
    }
    passAsides(log?.records.length ?? 0);
    return link(drafts, log?.records);
  },
};

/** Returns an entry with the others decoded from the same record. */
function takePieces(history: readonly IContent[], start: number): IContent[] {
  const entries: IContent[] = [];
  let last: NativeMessage<ClaudeCodeSlice> | undefined;
  for (let index = start; index < history.length; index += 1) {
    const entry = history[index];
    const native = nativeOf(entry);
    const isNext = index === start || (native !== undefined && isLaterPiece(native, last));
    if (entry === undefined || !isNext) break;
    entries.push(entry);
    last = native;
  }
  return entries;
}

function addAsides(drafts: OutgoingRecord[], records: readonly ClaudeCodeRecord[]): void {
  for (const record of records) drafts.push({ record, kind: 'aside' });
}

/** Returns the current position of a record; a record restored from an earlier read has none. */
function positionIn(
  { records, positions }: Log<ClaudeCodeRecord>,
  { record, position }: ClaudeCodePlace,
): number {
  // Two records may share a uuid.
  if (records[position] === record) return position;
  return record.uuid === undefined ? 0 : (positions.get(record.uuid) ?? 0);
}

function nativeOf(entry: IContent | undefined): NativeMessage<ClaudeCodeSlice> | undefined {
  return nativeMessage<ClaudeCodeSlice>('claude-code', entry);
}

/** The written form of one record: the same object if unchanged, nothing if all its blocks were removed. */
interface WrittenPlace {
  readonly place: ClaudeCodePlace;
  readonly record: ClaudeCodeRecord | undefined;
}

/** Writes the entries of one response, or the pieces of one user record, back to their records. */
function writePlaces(
  entries: readonly IContent[],
  native: NativeMessage<ClaudeCodeSlice>,
): WrittenPlace[] {
  let places: readonly ClaudeCodePlace[] = native.message.places;
  let isKnown = true;
  let isUntouched = true;
  for (const entry of entries) {
    const original = findOriginal(nativeOf(entry));
    isKnown &&= original !== undefined;
    isUntouched &&= original?.entry === entry;
    // Records of pieces lack their content; take the originals.
    places = original?.message.places ?? places;
  }
  const isWhole = entries.length === (native.piece?.count ?? 1);
  if (isWhole && isUntouched) return places.map((place) => ({ place, record: place.record }));
  const blocks = byRecord(
    entries.flatMap((entry) => entry.blocks),
    places.length,
  );
  const hasContent = isKnown || native.piece === undefined;
  return places.map((place, index) => {
    const own = blocks[index] ?? [];
    const read = hasContent ? reread(place) : undefined;
    if (isWhole && read !== undefined && sameBlocks(own, read)) {
      return { place, record: place.record };
    }
    if (own.length === 0 && read?.length !== 0) return { place, record: undefined };
    const isComplete = isWhole && own.length === (read ?? own).length;
    return { place, record: rewrite(place.record, own, isComplete) };
  });
}

function rewrite(
  record: ClaudeCodeRecord,
  blocks: readonly ContentBlock[],
  isComplete: boolean,
): ClaudeCodeRecord {
  const { toolUseResult, ...rest } = record;
  const raw = messageOf(record);
  const speaker = raw.role === 'assistant' ? 'ai' : 'human';
  const message = writeTurn(anthropicTurns, { speaker, blocks }, raw);
  // This second copy of the result would keep removed content.
  const isKept = isComplete && blocks.every(isAsRead);
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
function addedRecord(
  { speaker, blocks }: IContent,
  template: ClaudeCodeRecord,
): ClaudeCodeRecord | undefined {
  const shared: Record<string, unknown> = { isSidechain: false };
  for (const [key, value] of Object.entries(template)) if (SHARED.has(key)) shared[key] = value;
  const isAnswer = speaker === 'ai';
  const turn = { speaker: isAnswer ? 'ai' : 'human', blocks } as const;
  const message = writeTurn(anthropicTurns, turn, undefined);
  if (message === undefined) return undefined;
  // Claude Code reads response content block by block.
  const content =
    typeof message.content === 'string' && isAnswer
      ? [{ type: 'text', text: message.content }]
      : message.content;
  return { ...shared, type: isAnswer ? 'assistant' : 'user', message: { ...message, content } };
}

const SHARED = new Set(['userType', 'cwd', 'sessionId', 'version', 'gitBranch', 'timestamp']);
