import { describeValue, type ContentMetadata, type IContent } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import { FormatError, rejectMessage } from './format-error.ts';
import { nativeMessage } from './native.ts';
import { isObject, textOf } from './values.ts';

/** Formats of session logs. Agents only append to a log; reading starts at the last compaction. */
const LOG_FORMATS = ['claude-code', 'codex'] as const;

type LogFormat = (typeof LOG_FORMATS)[number];

/** Returns whether messages of a format are records of a session log, some of which are no messages. */
export function isLogFormat(format: FormatName | undefined): format is LogFormat {
  return LOG_FORMATS.some((name) => name === format);
}

/** One line of a session log. */
export interface LogRecord {
  readonly type?: unknown;
  readonly uuid?: unknown;
  readonly timestamp?: unknown;
  readonly [member: string]: unknown;
}

/** The records that an entry was decoded from. */
export interface LogSlice<Record extends LogRecord> {
  readonly records: readonly Record[];
}

/** A log as it was read. */
interface Log {
  readonly records: readonly LogRecord[];
  readonly history: readonly IContent[];
}

/** The log of each `native`, which is lost if the entry was copied, and of each history as it was decoded. */
const logs = new WeakMap<object, Log>();

/** Remembers the log that a history was decoded from. */
export function rememberLog(records: readonly LogRecord[], history: IContent[]): IContent[] {
  const log: Log = { records, history: [...history] };
  for (const { native } of history) if (isObject(native)) logs.set(native, log);
  logs.set(history, log);
  return history;
}

/** @throws {FormatError} when a record has no type */
export function checkRecords(format: LogFormat, records: readonly LogRecord[]): void {
  for (const [index, record] of records.entries()) {
    if (isObject(record) && typeof record.type === 'string') continue;
    const seen = isObject(record) ? `type ${describeValue(record.type)}` : describeValue(record);
    rejectMessage(format, index)(seen, 'an object with a type, as one line of a session log');
  }
}

/** Returns the time of a record, if it has one. */
export function timestampOf({ timestamp }: LogRecord): Pick<ContentMetadata, 'timestamp'> {
  const time = Date.parse(textOf(timestamp));
  return Number.isFinite(time) ? { timestamp: time } : {};
}

/** Returns the records that an entry was decoded from. */
export function recordsOf(format: LogFormat, entry: IContent): readonly LogRecord[] {
  return nativeMessage<LogSlice<LogRecord>>(format, entry)?.message.records ?? [];
}

/** Returns the records that the conversation of a log consists of. */
export function conversationRecords(history: readonly IContent[]): LogRecord[] {
  const records = history.flatMap((entry) =>
    LOG_FORMATS.flatMap((format) => recordsOf(format, entry)),
  );
  return [...new Set(records)];
}

/**
 * Writes the history of a log: the same records if nothing changed, else all records and a compaction after them.
 *
 * @param compact returns the records of a compaction, after the given ones
 * @throws {FormatError} when an entry was decoded from another format, or no entry is of a known log; `title` names the product
 */
export function writeLog<Record extends LogRecord>(
  format: LogFormat,
  title: string,
  history: readonly IContent[],
  compact: (records: readonly Record[]) => Record[],
): Record[] {
  const natives = history.map((entry) => nativeMessage(format, entry));
  const foreign = history.findIndex(
    ({ native }, index) => native !== undefined && natives[index] === undefined,
  );
  const log =
    logs.get(history) ?? natives.flatMap((native) => (native && logs.get(native)) ?? []).at(-1);
  if (foreign >= 0 || log === undefined) {
    const seen =
      history.length === 0 ? 'no entry' : `an entry that was not read from a ${title} log`;
    const accepted =
      'entries that were decoded from the log, no copies of them, and new entries between them. For a new file, use another format';
    throw new FormatError({ format, index: Math.max(0, foreign), seen, accepted });
  }
  const records = log.records as readonly Record[];
  const isSame =
    history.length === log.history.length &&
    history.every((entry, index) => entry === log.history[index]);
  return isSame ? [...records] : [...records, ...compact(records)];
}
