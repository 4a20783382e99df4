import type { IContent } from '@palimpsest/core-types';
import { link, type OutgoingRecord } from './claude-code/links.ts';
import {
  isConversation,
  readLog,
  type ClaudeCodeRecord,
  type ClaudeCodePlace,
  type ClaudeCodeSlice,
} from './claude-code/read.ts';
import { addedRecord, writePlaces } from './claude-code/write.ts';
import type { Codec } from './codec.ts';
import { findOrigin, type Log } from './logs.ts';
import { isLaterPiece, nativeMessage, type NativeMessage } from './native.ts';

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
    const passAsides = (end: number): void => {
      const passed = log?.records.slice(next, end) ?? [];
      const asides = passed.filter((record) => !isConversation(record));
      addAsides(drafts, asides);
      next = Math.max(next, end);
    };
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
        const { isLinked } = place;
        if (record !== undefined) drafts.push({ record, kind: 'conversation', isLinked });
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
