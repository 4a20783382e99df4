import {
  describeValue,
  type ContentBlock,
  type ContentMetadata,
  type IContent,
} from '@palimpsest/core-types';
import { anthropicReader, type AnthropicMessage } from '../anthropic/read.ts';
import { CallNames, nameResponses } from '../call-ids.ts';
import { FormatError } from '../format-error.ts';
import { readEntry, recall, type NativeMessage, type NativePart } from '../native.ts';
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

/** A conversation record and its position. */
export interface LogPlace {
  /** Without message content if it was decoded into several entries. */
  readonly record: ClaudeCodeRecord;
  readonly position: number;
  /** Whether its parent record is part of the log. */
  readonly isLinked: boolean;
  /** Records between the previous conversation record and this one. */
  readonly before: readonly ClaudeCodeRecord[];
}

/** The records an entry was decoded from. */
export interface LogSlice {
  readonly places: readonly LogPlace[];
  /** Records after the newest conversation record. */
  readonly after?: readonly ClaudeCodeRecord[];
}

/** A log as it was read. */
export interface Log {
  readonly records: readonly ClaudeCodeRecord[];
  /** Position of each record with a uuid. */
  readonly positions: ReadonlyMap<unknown, number>;
}

const logs = new WeakMap<object, Log>();

/** Returns the whole log an entry was decoded from. Lost if the entry was copied. */
export function logOf(native: NativeMessage<LogSlice>): Log | undefined {
  return logs.get(native);
}

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
  readonly places: LogPlace[];
  readonly blocks: ContentBlock[];
}

export function readLog(records: readonly ClaudeCodeRecord[]): IContent[] {
  const positions = new Map<unknown, number>();
  for (const [index, record] of records.entries()) {
    if (!isObject(record) || typeof record.type !== 'string') {
      const seen = isObject(record) ? `type ${describeValue(record.type)}` : describeValue(record);
      const accepted = 'an object with a type, as one line of a session log';
      throw new FormatError({ format: 'claude-code', index, seen, accepted });
    }
    if (record.uuid !== undefined) positions.set(record.uuid, index);
  }
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
    const place = { record, position, isLinked: positions.has(record.parentUuid), before };
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
  return keepRest(history, before, { records, positions });
}

function inRecord(block: ContentBlock, record: number): NativePart | undefined {
  return isObject(block.native) ? { format: 'anthropic', ...block.native, record } : undefined;
}

function readAnswer({ places, blocks }: OpenEntry): IContent {
  const slice: LogSlice = { places };
  const facts = { speaker: 'ai', blocks, ...metadataOf(places) } as const;
  return readEntry(facts, { format: 'claude-code', message: slice }, slice);
}

function readUser(place: LogPlace, turn: Turn): IContent[] {
  const slice: LogSlice = { places: [place] };
  const shell = ({ places }: LogSlice): LogSlice => ({
    places: places.map((own) => ({ ...own, record: withoutContent(own.record) })),
  });
  return splitTurn('claude-code', slice, shell, { ...turn, ...metadataOf([place]) });
}

function withoutContent(record: ClaudeCodeRecord): ClaudeCodeRecord {
  const { content: _content, ...message } = messageOf(record);
  return { ...record, message };
}

function metadataOf(places: readonly LogPlace[]): { readonly metadata?: ContentMetadata } {
  const record = places[0]?.record;
  if (record === undefined) return {};
  const { model } = messageOf(record);
  const timestamp = typeof record.timestamp === 'string' ? Date.parse(record.timestamp) : NaN;
  const metadata: ContentMetadata = {
    ...(typeof record.uuid === 'string' ? { id: record.uuid } : {}),
    ...(Number.isFinite(timestamp) ? { timestamp } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(record.isCompactSummary === true ? { isSummary: true } : {}),
  };
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

/** Attaches the remaining records to the last entry, and the log to all. A log without a conversation becomes one opaque entry. */
function keepRest(history: IContent[], after: readonly ClaudeCodeRecord[], log: Log): IContent[] {
  if (history.length === 0 && after.length > 0) {
    const blocks = after.map(({ type }): ContentBlock => ({ type: 'opaque', kind: String(type) }));
    history.push({
      speaker: 'system',
      blocks,
      native: { format: 'claude-code', message: { places: [] } },
    });
  }
  const last = history.at(-1)?.native;
  if (after.length > 0 && isNativeSlice(last)) {
    // Pieces of one record share its message object.
    const message = { ...last.message, after };
    for (let at = history.length - 1; at >= 0; at -= 1) {
      const entry = history[at]!;
      const { native } = entry;
      if (!isNativeSlice(native) || native.message !== last.message) break;
      const slice = recall(native)?.message ?? message;
      history[at] = readEntry(entry, { ...native, message }, { ...slice, after });
    }
  }
  for (const { native } of history) if (isObject(native)) logs.set(native, log);
  return history;
}

function isNativeSlice(native: unknown): native is NativeMessage<LogSlice> {
  return isObject(native) && 'message' in native && isObject(native.message);
}
