import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import { anthropicReader, type AnthropicMessage } from '../anthropic/read.ts';
import { CallNames, nameResponses } from '../call-ids.ts';
import { checkRecords, rememberLog, timestampOf, type LogSlice } from '../logs.ts';
import { readEntry, syntheticMetadata } from '../native.ts';
import { readTurn, splitTurn, type Turn } from '../turns.ts';
import { isObject, membersOf } from '../values.ts';

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

type ClaudeCodeSlice = LogSlice<ClaudeCodeRecord>;

/** Returns whether a record was visible to the model: not a side thread or an internal note. */
export function isConversation(record: ClaudeCodeRecord): boolean {
  const { type, message, isSidechain, isMeta } = record;
  const isTurn = type === 'user' || type === 'assistant';
  return isTurn && isObject(message) && isSidechain !== true && isMeta !== true;
}

interface LoggedMessage extends AnthropicMessage {
  readonly id?: unknown;
  readonly model?: unknown;
  readonly usage?: unknown;
}

export function messageOf(record: ClaudeCodeRecord): LoggedMessage {
  return isObject(record.message) ? { role: '', ...record.message } : { role: '' };
}

/** Returns the positions of the conversation: after the last compaction, with the messages that it preserves after its summary. */
function findConversation(records: readonly ClaudeCodeRecord[]): number[] {
  const positions = [...records.keys()].filter((index) => isConversation(records[index]!));
  const start = records.findLastIndex(({ subtype }) => subtype === 'compact_boundary');
  const later = positions.filter((index) => index > start);
  const { preservedMessages } = membersOf(membersOf(records[start])['compactMetadata']);
  const { anchorUuid, uuids } = membersOf(preservedMessages);
  if (!Array.isArray(uuids)) return later;
  const wanted = new Set<unknown>(uuids);
  const preserved = positions.filter((index) => index < start && wanted.has(records[index]!.uuid));
  const anchor = later.findIndex((index) => records[index]!.uuid === anchorUuid);
  return [...later.slice(0, anchor + 1), ...preserved, ...later.slice(anchor + 1)];
}

interface OpenEntry {
  readonly id: unknown;
  readonly turn: number;
  readonly records: ClaudeCodeRecord[];
  readonly blocks: ContentBlock[];
}

export function readLog(records: readonly ClaudeCodeRecord[]): IContent[] {
  checkRecords('claude-code', records);
  const names = new CallNames();
  const history: IContent[] = [];
  let open: OpenEntry | undefined;
  const close = (): void => {
    if (open !== undefined) history.push(readAnswer(open));
    open = undefined;
  };
  for (const position of findConversation(records)) {
    const record = records[position]!;
    const message = messageOf(record);
    const turn = readTurn(anthropicReader, message, position, 'claude-code');
    if (turn.speaker !== 'ai') {
      close();
      for (const entry of readUser(record, nameResponses(turn, names, position)))
        history.push(entry);
      continue;
    }
    // One model response is logged block by block.
    if (open === undefined || message.id === undefined || open.id !== message.id) {
      close();
      open = { id: message.id, turn: position, records: [], blocks: [] };
    }
    open.records.push(record);
    for (const block of nameResponses(turn, names, open.turn).blocks) open.blocks.push(block);
  }
  close();
  return rememberLog(records, history);
}

function readAnswer({ records, blocks }: OpenEntry): IContent {
  const slice: ClaudeCodeSlice = { records };
  const [first] = records;
  const metadata = first === undefined ? undefined : metadataOf(first);
  const facts = { speaker: 'ai', blocks, metadata } as const;
  return readEntry(facts, { format: 'claude-code', message: slice });
}

function readUser(record: ClaudeCodeRecord, turn: Turn): IContent[] {
  const slice: ClaudeCodeSlice = { records: [record] };
  return splitTurn('claude-code', slice, { ...turn, metadata: metadataOf(record) });
}

function metadataOf(record: ClaudeCodeRecord): ContentMetadata | undefined {
  const { model } = messageOf(record);
  const metadata: ContentMetadata = {
    ...(typeof record.uuid === 'string' ? { id: record.uuid } : {}),
    ...timestampOf(record),
    ...(typeof model === 'string' ? { model } : {}),
    ...(record.isCompactSummary === true ? { isSummary: true } : {}),
    ...syntheticMetadata(record),
  };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}
