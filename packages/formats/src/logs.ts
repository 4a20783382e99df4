import {
  describeValue,
  type ContentBlock,
  type ContentMetadata,
  type IContent,
} from '@palimpsest/core-types';
import { FormatError, rejectMessage } from './format-error.ts';
import { nativeMessage, readEntry, findOriginal, type NativeMessage } from './native.ts';
import { isObject, textOf } from './values.ts';

/** Session logs: their conversation records are decoded, and all other records keep their position. */

type LogFormat = 'claude-code' | 'codex';

/** One line of a session log. */
export interface LogRecord {
  readonly type?: unknown;
  readonly uuid?: unknown;
  readonly timestamp?: unknown;
  readonly [member: string]: unknown;
}

/** A conversation record and its position. */
export interface LogPlace<Record extends LogRecord> {
  readonly record: Record;
  readonly position: number;
  /** Records between the previous conversation record and this one. */
  readonly before: readonly Record[];
}

/** The records an entry was decoded from. */
export interface LogSlice<Place extends LogPlace<LogRecord>> {
  readonly places: readonly Place[];
  /** Records after the newest conversation record. */
  readonly after?: readonly Place['record'][];
}

/** A log as it was read. */
export interface Log<Record extends LogRecord> {
  readonly records: readonly Record[];
  /** Position of each record with a uuid. */
  readonly positions: ReadonlyMap<unknown, number>;
}

/** The log of each `native`. Lost if the entry was copied. */
const logs = new WeakMap<object, Log<LogRecord>>();

/** Checks the records of a log. */
export function readRecords<Record extends LogRecord>(
  format: LogFormat,
  records: readonly Record[],
): Log<Record> {
  const positions = new Map<unknown, number>();
  for (const [index, record] of records.entries()) {
    if (!isObject(record) || typeof record.type !== 'string') {
      const seen = isObject(record) ? `type ${describeValue(record.type)}` : describeValue(record);
      rejectMessage(format, index)(seen, 'an object with a type, as one line of a session log');
    }
    if (record.uuid !== undefined) positions.set(record.uuid, index);
  }
  return { records, positions };
}

/** Returns the time of a record, if it has one. */
export function timestampOf({ timestamp }: LogRecord): Pick<ContentMetadata, 'timestamp'> {
  const time = Date.parse(textOf(timestamp));
  return Number.isFinite(time) ? { timestamp: time } : {};
}

/**
 * Attaches the remaining records to the last entry, and the log to all. A log without a conversation becomes one opaque entry.
 *
 * @param after the records after the newest conversation record
 */
export function attachLog<Record extends LogRecord>(
  format: LogFormat,
  history: IContent[],
  after: readonly Record[],
  log: Log<Record>,
): IContent[] {
  if (history.length === 0 && after.length > 0) {
    const blocks = after.map(({ type }): ContentBlock => ({ type: 'opaque', kind: String(type) }));
    history.push({ speaker: 'system', blocks, native: { format, message: { places: [] } } });
  }
  const last = sliceOf(format, history.at(-1));
  if (after.length > 0 && last !== undefined) {
    // Pieces of one record share its message object.
    const message = { ...last.message, after };
    for (let at = history.length - 1; at >= 0; at -= 1) {
      const entry = history[at]!;
      const native = sliceOf(format, entry);
      if (native?.message !== last.message) break;
      const slice = findOriginal(native)?.message ?? message;
      history[at] = readEntry(entry, { ...native, message }, { ...slice, after });
    }
  }
  for (const { native } of history) if (isObject(native)) logs.set(native, log);
  return history;
}

function sliceOf(
  format: LogFormat,
  entry: IContent | undefined,
): NativeMessage<LogSlice<LogPlace<LogRecord>>> | undefined {
  return nativeMessage(format, entry);
}

/**
 * Returns the log that entries were decoded from, unless they are copies, and a record of it, for the members that records of a log share.
 *
 * @throws {FormatError} when an entry was decoded from another format, or none from a log of this one; `title` names the product
 */
export function findOrigin<Record extends LogRecord>(
  format: LogFormat,
  title: string,
  history: readonly IContent[],
): { readonly log: Log<Record> | undefined; readonly template: Record } {
  const notOurs = (index: number): FormatError => {
    const seen = `an entry that was not read from a ${title} log`;
    const accepted =
      'entries of the log that is written back to, and new ones between them; use another format for a new file';
    return new FormatError({ format, index, seen, accepted });
  };
  let template: LogRecord | undefined;
  let log: Log<LogRecord> | undefined;
  let isOurs = false;
  for (const [index, entry] of history.entries()) {
    const native = sliceOf(format, entry);
    if (native === undefined && entry.native !== undefined) throw notOurs(index);
    if (native === undefined) continue;
    isOurs = true;
    log = logs.get(native) ?? log;
    template ??= native.message.places[0]?.record;
  }
  if (!isOurs) throw notOurs(0);
  return { log: log as Log<Record> | undefined, template: (template ?? {}) as Record };
}
