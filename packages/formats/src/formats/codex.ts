import type { IContent } from '@palimpsest/core-types';
import type { Format } from '../codec.ts';
import { defineLog, timestampOf, type LogSlice } from '../framework/log-format.ts';
import { readEntry } from '../framework/native.ts';
import { isObject, isRecord, listOf, membersOf, textOf } from '../framework/values.ts';
import { writeHistory } from '../items/codec.ts';
import { codexDialect, type Item } from '../items/dialect.ts';
import { groupItems } from '../items/group.ts';

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
export const codex: Format<CodexRecord> = defineLog<CodexRecord>({
  name: 'codex',
  title: 'session logs of Codex, one record per line',
  product: 'Codex',
  isOfItems: true,
  detect: ({ type, payload }) => (RECORDS.has(type) && isObject(payload) ? 'sure' : undefined),
  read: readLog,
  compact: (records, history) => {
    const { timestamp, ordinal } = records.at(-1) ?? {};
    const record = {
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(typeof ordinal === 'number' ? { ordinal: ordinal + 1 } : {}),
      type: 'compacted',
      payload: { message: '', replacement_history: writeHistory(codexDialect, history) },
    };
    return [record];
  },
});

const RECORDS = new Set<unknown>([
  'response_item',
  'session_meta',
  'turn_context',
  'event_msg',
  'compacted',
]);

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
  const places = findConversation(records);
  const items = places.map(({ record }) => membersOf(record.payload));
  const positions = places.map(({ position }) => position);
  return groupItems(codexDialect, items, positions).map(
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
}
