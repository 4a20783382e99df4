import type { IContent } from '@palimpsest/core-types';
import { anthropicTable } from '../anthropic/table.ts';
import { findConversation } from '../claude-code/conversation.ts';
import { readLog } from '../claude-code/read.ts';
import { messageOf, type ClaudeCodeRecord } from '../claude-code/record.ts';
import type { Format } from '../codec.ts';
import { defineLog, recordsOf, timestampOf } from '../framework/log-format.ts';
import { isAsRead, nativeMessage, rememberSynthetic } from '../framework/native.ts';
import { isObject, membersOf } from '../framework/values.ts';
import { writeTurn } from '../framework/write-messages.ts';

export type { ClaudeCodeRecord } from '../claude-code/record.ts';

/**
 * Session logs of Claude Code, one record per line. Reads the conversation since the last compaction. Writes a changed history as Claude Code
 * writes a compaction: all records stay, and after them come a boundary and the history in new records. Copied entries do not know their log:
 * `encode` throws a `FormatError` if no entry is one that `decode` returned.
 */
export const claudeCode: Format<ClaudeCodeRecord> = defineLog<ClaudeCodeRecord>({
  name: 'claude-code',
  title: 'session logs of Claude Code, one record per line',
  product: 'Claude Code',
  detect: ({ role, type, uuid, sessionId }) => {
    if (role !== undefined || typeof type !== 'string') return undefined;
    if (typeof uuid === 'string' || typeof sessionId === 'string') return 'sure';
    return WITHOUT_ID.has(type) ? 'likely' : undefined;
  },
  read: readLog,
  compact,
});

/** Record types without a message or an id. */
const WITHOUT_ID = new Set(['summary', 'file-history-snapshot', 'queue-operation', 'custom-title']);

function compact(
  records: readonly ClaudeCodeRecord[],
  history: readonly IContent[],
): ClaudeCodeRecord[] {
  const conversation = findConversation(records).map((index) => records[index]!);
  const last = conversation.at(-1) ?? {};
  const { usage } = messageOf(conversation.findLast(({ type }) => type === 'assistant') ?? {});
  const shared = Object.fromEntries(Object.entries(last).filter(([name]) => SHARED.has(name)));
  // A resumed session ends at the record with the latest time.
  const latest = records.reduce(
    (time, record) => Math.max(time, timestampOf(record).timestamp ?? 0),
    0,
  );
  const tail = typeof last.uuid === 'string' ? last.uuid.slice(8) : UUID_TAIL;
  const used = new Set(records.map(({ uuid }) => uuid));
  let count = records.length;
  const nextIds = (): Pick<ClaudeCodeRecord, 'uuid' | 'timestamp'> => {
    let uuid: string;
    do {
      count += 1;
      uuid = count.toString(16).padStart(8, '0') + tail;
    } while (used.has(uuid));
    const time = latest + count - records.length;
    return latest === 0 ? { uuid } : { timestamp: new Date(time).toISOString(), uuid };
  };
  const boundary: ClaudeCodeRecord = {
    parentUuid: null,
    logicalParentUuid: last.uuid,
    isSidechain: false,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    ...nextIds(),
    level: 'info',
    compactMetadata: { trigger: 'manual', preTokens: sum(usage) },
    ...shared,
  };
  const written = [boundary];
  for (const entry of history) {
    let id: string | undefined;
    for (const { parentUuid: _parent, ...record } of writeEntry(entry, shared)) {
      const ids = nextIds();
      // Claude Code looks for results of a response by its id, also before the boundary.
      id ??= `msg_${String(ids.uuid)}`;
      const message = record.type === 'assistant' ? asNew(record, id) : record.message;
      const made = { parentUuid: written.at(-1)!.uuid, ...record, message, ...ids };
      rememberSynthetic(entry, made);
      written.push(made);
    }
  }
  return written;
}

/** End of the ids of a session without any. */
const UUID_TAIL = '-0000-4000-8000-000000000000';

/** Members that all records of a session share. */
const SHARED = new Set([
  'userType',
  'entrypoint',
  'cwd',
  'sessionId',
  'agentId',
  'version',
  'gitBranch',
  'isSidechain',
]);

const USAGE = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;

function sum(usage: unknown): number {
  return USAGE.reduce((total, name) => total + (Number(membersOf(usage)[name]) || 0), 0);
}

/** Returns a response with another id, and without the usage, which tells Claude Code how full the context window was. */
function asNew(record: ClaudeCodeRecord, id: string): object {
  const { usage, ...message } = messageOf(record);
  const none = Object.fromEntries(USAGE.map((name) => [name, 0]));
  return { ...message, id, ...(isObject(usage) ? { usage: { ...usage, ...none } } : {}) };
}

/** Returns the records that an entry was decoded from, or a new one. */
function writeEntry(
  entry: IContent,
  shared: Readonly<Record<string, unknown>>,
): readonly ClaudeCodeRecord[] {
  const native = nativeMessage('claude-code', entry);
  const [first, ...others] = recordsOf('claude-code', entry);
  const isWhole = native !== undefined && native.piece === undefined;
  if (first !== undefined && isWhole && isAsRead(entry, native)) return [first, ...others];
  const type = entry.speaker === 'ai' ? 'assistant' : 'user';
  const isReport = type === 'user' && entry.metadata?.synthetic === true;
  const isOwn = first?.type === type && !isReport;
  const speaker = type === 'assistant' ? 'ai' : 'human';
  const raw = isOwn ? messageOf(first) : undefined;
  const message = writeTurn(anthropicTable, { speaker, blocks: entry.blocks }, raw);
  if (message === undefined) return [];
  const { content } = message;
  // Claude Code reads response content block by block.
  const isPlain = type === 'assistant' && typeof content === 'string';
  const own = { ...message, content: isPlain ? [{ type: 'text', text: content }] : content };
  if (isOwn) {
    // A second copy of a result, which holds what was removed.
    const { toolUseResult: _result, ...rest } = first;
    return [{ ...rest, message: own }];
  }
  const report = isReport ? { isVisibleInTranscriptOnly: true, isCompactSummary: true } : {};
  return [{ isSidechain: false, type, message: own, ...report, ...shared }];
}
