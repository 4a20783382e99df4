import type { IContent } from '@palimpsest/core-types';
import type { Codec } from './codec.ts';
import {
  isConversation,
  logOf,
  readLog,
  type CodexPlace,
  type CodexRecord,
  type CodexSlice,
} from './codex/read.ts';
import { FormatError } from './format-error.ts';
import { writeHistory } from './items/codec.ts';
import { codexDialect } from './items/dialects.ts';
import type { WrittenItem } from './items/reasoning.ts';
import { nativeMessage, rememberSynthetic } from './native.ts';

export type { CodexRecord } from './codex/read.ts';

/**
 * Session logs of Codex, one record for each line; its `response_item` records are the conversation. Writes back only to the log that was
 * read: removed entries leave it, added ones get a record like their neighbours', and all other records stay where they are.
 */
export const codex: Codec<CodexRecord> = {
  name: 'codex',
  decode: readLog,
  encode(history) {
    if (history.length === 0) return [];
    const { log, template } = findOrigin(history);
    const records: CodexRecord[] = [];
    let next = 0;
    const addAsides = (asides: readonly CodexRecord[]): void => {
      for (const record of asides) if (!isConversation(record)) records.push(record);
    };
    const passAsides = (end: number): void => {
      if (end > next) addAsides(log?.slice(next, end) ?? []);
      next = Math.max(next, end);
    };
    const items = writeHistory(codexDialect, history);
    for (const [index, entry] of history.entries()) {
      const slice = sliceOf(entry);
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
    passAsides(log?.length ?? 0);
    return records;
  },
};

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

/** Returns the log that the entries were decoded from, unless they are copies, and a record as template for added ones. */
function findOrigin(history: readonly IContent[]): {
  readonly log: readonly CodexRecord[] | undefined;
  readonly template: CodexRecord;
} {
  let template: CodexRecord | undefined;
  let log: readonly CodexRecord[] | undefined;
  let isOurs = false;
  for (const [index, entry] of history.entries()) {
    const native = nativeMessage<CodexSlice>('codex', entry);
    if (native === undefined && entry.native !== undefined) throw notOurs(index);
    if (native === undefined) continue;
    isOurs = true;
    log = logOf(native) ?? log;
    template ??= native.message.places[0]?.record;
  }
  if (!isOurs) throw notOurs(0);
  return { log, template: template ?? {} };
}

function notOurs(index: number): FormatError {
  const seen = 'an entry that was not read from a Codex log';
  const accepted =
    'entries of the log that is written back to, and new ones between them; use another format for a new file';
  return new FormatError({ format: 'codex', index, seen, accepted });
}

function sliceOf(entry: IContent): CodexSlice | undefined {
  return nativeMessage<CodexSlice>('codex', entry)?.message;
}
