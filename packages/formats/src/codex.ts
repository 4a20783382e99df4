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
  const places: Place[] = [];
  /** Where the turns of the user begin in `places`. */
  const starts: number[] = [];
  const add = (record: CodexRecord, position: number): void => {
    if (isPrompt(membersOf(record.payload))) starts.push(places.length);
    places.push({ record, position });
  };
  const goBackTo = (start: number): void => {
    places.length = start;
    while (starts.length > 0 && starts.at(-1)! >= start) starts.pop();
  };
  for (const [position, record] of records.entries()) {
    const { type, timestamp } = record;
    const payload = membersOf(record.payload);
    const { replacement_history: replacement, num_turns: turns } = payload;
    if (type === 'compacted' && Array.isArray(replacement)) {
      goBackTo(0);
      for (const item of replacement as unknown[])
        add({ timestamp, type: 'response_item', payload: item }, position);
    }
    const isItem = type === 'response_item' && isRecord(record.payload);
    if (isItem && payload['type'] !== 'ghost_snapshot') add(record, position);
    if (payload['type'] === 'thread_rolled_back' && Number(turns) > 0) {
      // What is before the first turn stays.
      goBackTo(starts.at(-Number(turns)) ?? starts[0] ?? places.length);
    }
  }
  return places;
}

/** Beginnings of user messages that Codex itself writes, and that begin no turn for `thread_rolled_back`: its own list, so it is here. */
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
