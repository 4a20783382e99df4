import type { IContent } from '@palimpsest/core-types';
import type { Codec } from './codec.ts';
import { writeHistory } from './items/codec.ts';
import { codexDialect, type Item } from './items/dialect.ts';
import { groupItems } from './items/group.ts';
import { checkRecords, rememberLog, timestampOf, writeLog, type LogSlice } from './logs.ts';
import { readEntry } from './native.ts';
import { isRecord, listOf, membersOf, textOf } from './values.ts';

/** One line of a Codex session log. */
export interface CodexRecord {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly payload?: unknown;
  readonly [member: string]: unknown;
}

/**
 * Session logs of Codex, one record for each line; its `response_item` records are the conversation. Reads the conversation since the last
 * compaction. Writes a changed history as Codex writes a compaction: all records stay, and after them comes one `compacted` record with it.
 * Copied entries do not know their log: `encode` throws a `FormatError` if no entry is one that `decode` returned.
 */
export const codex: Codec<CodexRecord> = {
  name: 'codex',
  decode: readLog,
  encode: (history) =>
    writeLog('codex', 'Codex', history, (records) => [compact(records, history)]),
};

function compact(records: readonly CodexRecord[], history: readonly IContent[]): CodexRecord {
  const { timestamp, ordinal } = records.at(-1) ?? {};
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(typeof ordinal === 'number' ? { ordinal: ordinal + 1 } : {}),
    type: 'compacted',
    payload: { message: '', replacement_history: writeHistory(codexDialect, history) },
  };
}

/** An item with its record, and the position of that record. */
interface Place {
  readonly record: CodexRecord;
  readonly position: number;
}

/**
 * Returns the items that Codex sends when it resumes the session: those of the newest compaction, and those after it, without turns that the user
 * rolled back, internal notes, and output for the user.
 */
function findConversation(records: readonly CodexRecord[]): Place[] {
  let places: Place[] = [];
  for (const [position, record] of records.entries()) {
    const { type, timestamp } = record;
    const payload = membersOf(record.payload);
    const { replacement_history: replacement, num_turns: turns } = payload;
    if (type === 'compacted' && Array.isArray(replacement)) {
      places = replacement.map((item: unknown) => ({
        record: { timestamp, type: 'response_item', payload: item },
        position,
      }));
    }
    const isItem = type === 'response_item' && isRecord(record.payload);
    if (isItem && payload['type'] !== 'ghost_snapshot') places.push({ record, position });
    if (payload['type'] === 'thread_rolled_back') places = withoutTurns(places, Number(turns));
  }
  return places;
}

/** Removes the newest turns of the user; what stands before the first one stays. */
function withoutTurns(places: Place[], count: number): Place[] {
  const starts = [...places.keys()].filter((index) =>
    isPrompt(membersOf(places[index]!.record.payload)),
  );
  const start = starts.at(-count) ?? starts[0];
  return count > 0 ? places.slice(0, start) : places;
}

/** Texts that Codex writes in the user's role. */
const INJECTED =
  /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|user_shell_command|turn_aborted|skill|subagent_notification)>)/;

/** Returns whether an item begins a turn of the user. */
function isPrompt({ role, content }: Item): boolean {
  if (role !== 'user') return false;
  return !INJECTED.test(textOf(membersOf(listOf(content)[0])['text']));
}

function readLog(records: readonly CodexRecord[]): IContent[] {
  checkRecords('codex', records);
  const places = findConversation(records);
  const items = places.map(({ record }) => membersOf(record.payload));
  const positions = places.map(({ position }) => position);
  const history = groupItems(codexDialect, items, positions).map(
    ({ speaker, blocks, metadata, start, items: own }) => {
      const slice: LogSlice<CodexRecord> = {
        records: places.slice(start, start + own.length).map(({ record }) => record),
      };
      const timed = timestampOf(slice.records[0] ?? {});
      const known = { ...timed, ...metadata };
      const facts = Object.keys(known).length > 0 ? known : undefined;
      return readEntry({ speaker, blocks, metadata: facts }, { format: 'codex', message: slice });
    },
  );
  return rememberLog(records, history);
}
