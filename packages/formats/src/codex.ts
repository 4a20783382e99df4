import type { IContent } from '@palimpsest/core-types';
import type { Codec } from './codec.ts';
import { writeHistory } from './items/codec.ts';
import { codexDialect } from './items/dialect.ts';
import { groupItems } from './items/group.ts';
import type { WrittenItem } from './items/reasoning.ts';
import {
  attachLog,
  findOrigin,
  readRecords,
  timestampOf,
  type LogPlace,
  type LogSlice,
} from './logs.ts';
import { nativeMessage, readEntry, rememberSynthetic } from './native.ts';
import { isRecord, membersOf } from './values.ts';

/** One line of a Codex session log. */
export interface CodexRecord {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly payload?: unknown;
  readonly [member: string]: unknown;
}

type CodexPlace = LogPlace<CodexRecord>;
type CodexSlice = LogSlice<CodexPlace>;

/**
 * Session logs of Codex, one record for each line; its `response_item` records are the conversation. Writes back only to the log that was
 * read: removed entries leave it, added ones get a record like their neighbours', and all other records stay where they are.
 */
export const codex: Codec<CodexRecord> = {
  name: 'codex',
  decode: readLog,
  encode(history) {
    if (history.length === 0) return [];
    const { log, template } = findOrigin<CodexRecord>('codex', 'Codex', history);
    const records: CodexRecord[] = [];
    let next = 0;
    const addAsides = (asides: readonly CodexRecord[]): void => {
      for (const record of asides) if (!isConversation(record)) records.push(record);
    };
    const passAsides = (end: number): void => {
      if (end > next) addAsides(log?.records.slice(next, end) ?? []);
      next = Math.max(next, end);
    };
    // What precedes the conversation also precedes an entry that was added at its start.
    passAsides(Math.max(0, log?.records.findIndex(isConversation) ?? 0));
    const items = writeHistory(codexDialect, history);
    for (const [index, entry] of history.entries()) {
      const slice = nativeMessage<CodexSlice>('codex', entry)?.message;
      const places = slice?.places ?? [];
      let passed = 0;
      const reach = (end: number): void => {
        for (; passed < end; passed += 1) {
          const place = places[passed];
          if (place === undefined) continue;
          if (log === undefined) addAsides(place.before);
          else passAsides(place.position);
        }
      };
      for (const written of items[index] ?? []) {
        if (written.record !== undefined) reach(written.record + 1);
        const record = recordOf(written, places, template);
        if (places.length === 0) rememberSynthetic(entry, record);
        records.push(record);
      }
      reach(places.length);
      if (log === undefined) addAsides(slice?.after ?? []);
    }
    passAsides(log?.records.length ?? 0);
    return records;
  },
};

/** Returns whether a record was visible to the model: not an internal note, or output for the user. */
function isConversation({ type, payload }: CodexRecord): boolean {
  return type === 'response_item' && isRecord(payload) && payload['type'] !== 'ghost_snapshot';
}

function readLog(records: readonly CodexRecord[]): IContent[] {
  const log = readRecords('codex', records);
  const places: CodexPlace[] = [];
  let before: CodexRecord[] = [];
  for (const [position, record] of records.entries()) {
    if (!isConversation(record)) before.push(record);
    else {
      places.push({ record, position, before });
      before = [];
    }
  }
  const items = places.map(({ record }) => membersOf(record.payload));
  const history = groupItems(codexDialect, items, places).map(
    ({ speaker, blocks, metadata, start, items: own }) => {
      const slice: CodexSlice = { places: places.slice(start, start + own.length) };
      const timed = timestampOf(places[start]?.record ?? {});
      const known = metadata ?? ('timestamp' in timed ? timed : undefined);
      return readEntry(
        { speaker, blocks, metadata: known },
        { format: 'codex', message: slice },
        slice,
      );
    },
  );
  return attachLog('codex', history, before, log);
}

/** Returns an item in its record, or in a new one with the members that records of a log share. */
function recordOf(
  { item, record }: WrittenItem,
  places: readonly CodexPlace[],
  template: CodexRecord,
): CodexRecord {
  const own = record === undefined ? undefined : places[record]?.record;
  if (own !== undefined) return own.payload === item ? own : { ...own, payload: item };
  const { timestamp } = places[0]?.record ?? template;
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    type: 'response_item',
    payload: item,
  };
}
