import { describeValue, type ContentMetadata, type IContent } from '@palimpsest/core-types';
import type { Detection, Format, FormatName } from '../codec.ts';
import { FormatError, rejectMessage } from './format-error.ts';
import { nativeMessage } from './native.ts';
import { isObject, textOf } from './values.ts';

/** One line of a session log. */
interface LogRecord {
  readonly type?: unknown;
  readonly uuid?: unknown;
  readonly timestamp?: unknown;
  readonly [member: string]: unknown;
}

/** The records that an entry was decoded from. */
export interface LogSlice<Record extends LogRecord> {
  readonly records: readonly Record[];
}

/** A format of session logs. Agents only append to a log; reading starts at the last compaction. */
interface LogTable<Record extends LogRecord> {
  readonly name: FormatName;
  readonly title: string;
  /** The name of the agent. */
  readonly product: string;
  readonly detect: Detection;
  /** Whether its records have items. */
  readonly isOfItems?: boolean;
  read(records: readonly Record[]): IContent[];
  /** Returns the records of a compaction, after the given ones. */
  compact(records: readonly Record[], history: readonly IContent[]): Record[];
}

/** A log as it was read. */
interface Log {
  readonly records: readonly LogRecord[];
  readonly history: readonly IContent[];
}

/** The log of each `native`, which is lost if the entry was copied, and of each history as it was decoded. */
const logs = new WeakMap<object, Log>();

/** Creates the codec of a log. An unchanged history gives the same records, a changed one gives all records and a compaction after them. */
export function defineLog<Record extends LogRecord>(table: LogTable<Record>): Format<Record> {
  const { name, title, detect, isOfItems = false } = table;
  return {
    name,
    title,
    detect,
    isLog: true,
    isOfItems,
    writesEntries: true,
    decode(records) {
      checkRecords(name, records);
      const history = table.read(records);
      const log: Log = { records, history: [...history] };
      for (const { native } of history) if (isObject(native)) logs.set(native, log);
      logs.set(history, log);
      return history;
    },
    encode: (history) => writeLog(table, history),
  };
}

/** @throws {FormatError} when a record has no type */
function checkRecords(format: FormatName, records: readonly LogRecord[]): void {
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
export function recordsOf(format: FormatName, entry: IContent): readonly LogRecord[] {
  return nativeMessage<LogSlice<LogRecord>>(format, entry)?.message.records ?? [];
}

/** Returns the records that the conversation of a log consists of. */
export function conversationRecords(history: readonly IContent[], format: FormatName): LogRecord[] {
  return [...new Set(history.flatMap((entry) => recordsOf(format, entry)))];
}

/** @throws {FormatError} when an entry was decoded from another format, or no entry is of a known log */
function writeLog<Record extends LogRecord>(
  { name: format, product, ...table }: LogTable<Record>,
  history: readonly IContent[],
): Record[] {
  const natives = history.map((entry) => nativeMessage(format, entry));
  const foreign = history.findIndex(
    ({ native }, index) => native !== undefined && natives[index] === undefined,
  );
  const log =
    logs.get(history) ?? natives.flatMap((native) => (native && logs.get(native)) ?? []).at(-1);
  if (foreign >= 0 || log === undefined) {
    const seen =
      history.length === 0 ? 'no entry' : `an entry that was not read from a ${product} log`;
    const accepted =
      'entries that were decoded from the log, no copies of them, and new entries between them. For a new file, use another format';
    throw new FormatError({ format, index: Math.max(0, foreign), seen, accepted });
  }
  const records = log.records as readonly Record[];
  const isSame =
    history.length === log.history.length &&
    history.every((entry, index) => entry === log.history[index]);
  return isSame ? [...records] : [...records, ...table.compact(records, history)];
}
