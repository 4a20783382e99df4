import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import { anthropicReader, type AnthropicMessage } from '../anthropic/read.ts';
import { CallNames, nameResponses } from '../call-ids.ts';
import { attachLog, readRecords, timestampOf, type LogPlace, type LogSlice } from '../logs.ts';
import { readEntry, type NativePart } from '../native.ts';
import { readTurn, splitTurn, type Turn } from '../turns.ts';
import { isObject } from '../values.ts';

/** One line of a Claude Code session log. */
export interface ClaudeCodeRecord {
  readonly type?: unknown;
  readonly uuid?: unknown;
  readonly parentUuid?: unknown;
  readonly logicalParentUuid?: unknown;
  readonly sessionId?: unknown;
  readonly timestamp?: unknown;
  readonly isSidechain?: unknown;
  readonly isMeta?: unknown;
  readonly isCompactSummary?: unknown;
  readonly message?: unknown;
  readonly toolUseResult?: unknown;
  readonly [member: string]: unknown;
}

/** A conversation record; without message content if it was decoded into several entries. */
export interface ClaudeCodePlace extends LogPlace<ClaudeCodeRecord> {
  /** Whether its parent record is part of the log. */
  readonly isLinked: boolean;
}

export type ClaudeCodeSlice = LogSlice<ClaudeCodePlace>;

/** Returns whether a record was visible to the model: not a side thread or an internal note. */
export function isConversation(record: ClaudeCodeRecord): boolean {
  const { type, message, isSidechain, isMeta } = record;
  const isTurn = type === 'user' || type === 'assistant';
  return isTurn && isObject(message) && isSidechain !== true && isMeta !== true;
}

interface LoggedMessage extends AnthropicMessage {
  readonly id?: unknown;
  readonly model?: unknown;
}

export function messageOf(record: ClaudeCodeRecord): LoggedMessage {
  return isObject(record.message) ? { role: '', ...record.message } : { role: '' };
}

interface OpenEntry {
  readonly id: unknown;
  readonly turn: number;
  readonly places: ClaudeCodePlace[];
  readonly blocks: ContentBlock[];
}

export function readLog(records: readonly ClaudeCodeRecord[]): IContent[] {
  const log = readRecords('claude-code', records);
  const names = new CallNames();
  const history: IContent[] = [];
  let before: ClaudeCodeRecord[] = [];
  let open: OpenEntry | undefined;
  const close = (): void => {
    if (open !== undefined) history.push(readAnswer(open));
    open = undefined;
  };
  for (const [position, record] of records.entries()) {
    if (!isConversation(record)) {
      before.push(record);
      continue;
    }
    const place = { record, position, isLinked: log.positions.has(record.parentUuid), before };
    before = [];
    const message = messageOf(record);
    const turn = readTurn(anthropicReader, message, position, 'claude-code');
    if (turn.speaker !== 'ai') {
      close();
      for (const entry of readUser(place, nameResponses(turn, names, position)))
        history.push(entry);
      continue;
    }
    // One model response is logged block by block.
    if (open === undefined || message.id === undefined || open.id !== message.id) {
      close();
      open = { id: message.id, turn: position, places: [], blocks: [] };
    }
    const index = open.places.length;
    open.places.push(place);
    for (const block of nameResponses(turn, names, open.turn).blocks) {
      open.blocks.push(index === 0 ? block : { ...block, native: inRecord(block, index) });
    }
  }
  close();
  return attachLog('claude-code', history, before, log);
}

function inRecord(block: ContentBlock, record: number): NativePart | undefined {
  return isObject(block.native) ? { format: 'anthropic', ...block.native, record } : undefined;
}

function readAnswer({ places, blocks }: OpenEntry): IContent {
  const slice: ClaudeCodeSlice = { places };
  const [first] = places;
  const metadata = first === undefined ? undefined : metadataOf(first.record);
  const facts = { speaker: 'ai', blocks, metadata } as const;
  return readEntry(facts, { format: 'claude-code', message: slice }, slice);
}

function readUser(place: ClaudeCodePlace, turn: Turn): IContent[] {
  const slice: ClaudeCodeSlice = { places: [place] };
  const shell = ({ places }: ClaudeCodeSlice): ClaudeCodeSlice => ({
    places: places.map((own) => ({ ...own, record: withoutContent(own.record) })),
  });
  return splitTurn('claude-code', slice, shell, { ...turn, metadata: metadataOf(place.record) });
}

function withoutContent(record: ClaudeCodeRecord): ClaudeCodeRecord {
  const { content: _content, ...message } = messageOf(record);
  return { ...record, message };
}

function metadataOf(record: ClaudeCodeRecord): ContentMetadata | undefined {
  const { model } = messageOf(record);
  const metadata: ContentMetadata = {
    ...(typeof record.uuid === 'string' ? { id: record.uuid } : {}),
    ...timestampOf(record),
    ...(typeof model === 'string' ? { model } : {}),
    ...(record.isCompactSummary === true ? { isSummary: true } : {}),
  };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}
