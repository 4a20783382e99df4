import { describeValue, isRecord } from '@palimpsest/core-types';
import { isLogFormat } from '@palimpsest/formats';
import type { Line } from '../input/read-lines.ts';
import { formatExactJson } from '../json/exact-json.ts';
import { parseJson } from '../json/parse-json.ts';
import { detectMessageFormat, type Item, type ReadOptions } from './conversation.ts';

interface LogLine extends Line {
  /** Absent for a line that is not a record. */
  readonly record?: object;
}

/**
 * Reads a log with one record per line as one conversation, without an incomplete last line. Other lines that are not records come first, as
 * bad lines with an empty text: the conversation writes them at their place.
 */
export function* readLog(
  lines: readonly Line[],
  { name, format, onIncompleteLine }: ReadOptions,
): Generator<Item> {
  const log: LogLine[] = [];
  for (const line of lines) {
    const { value, problem } = parseJson(line.text);
    if (problem !== undefined && line.ending === '' && line.text.trim() !== '') {
      onIncompleteLine?.(`${name}:${line.number}`);
      continue;
    }
    log.push(isRecord(value) ? { ...line, record: value } : line);
    if (isRecord(value) || line.text.trim() === '') continue;
    const place = `${name}:${line.number}`;
    const reason =
      problem === undefined
        ? `: expected a record, got ${describeValue(value)}.`
        : `:${problem.column}: ${problem.reason}.`;
    yield { kind: 'bad', text: '', place, isLine: true, problem: place + reason };
  }
  const records = log.flatMap(({ record }) => record ?? []);
  const detected = format === undefined ? detectLogFormat(records) : { format };
  if ('problem' in detected) {
    const text = lines.map((line) => line.text + line.ending).join('');
    yield {
      kind: 'bad',
      text,
      place: name,
      isLine: false,
      problem: `${name}: ${detected.problem}.`,
    };
    return;
  }
  const ownId = findSessionId(records);
  yield {
    kind: 'conversation',
    id: ownId ?? name,
    ownId,
    place: name,
    isLine: false,
    messages: records,
    format: detected.format,
    body: undefined,
    rewrite: (after) => rewriteLog(log, after),
  };
}

/** A log has records of many kinds; one that fits only a log format decides. */
function detectLogFormat(records: readonly object[]): ReturnType<typeof detectMessageFormat> {
  for (const record of records) {
    const found = detectMessageFormat([record]);
    if ('format' in found && isLogFormat(found.format)) return found;
  }
  return detectMessageFormat(records);
}

function findSessionId(records: readonly object[]): string | undefined {
  for (const record of records) {
    const id: unknown = Reflect.get(record, 'sessionId') ?? readCodexSession(record);
    if (typeof id === 'string' && id !== '') return id;
  }
  return undefined;
}

/** Codex names the session in the first record. */
function readCodexSession(record: object): unknown {
  const { type, payload } = record as { readonly type?: unknown; readonly payload?: unknown };
  return type === 'session_meta' && isRecord(payload) ? Reflect.get(payload, 'id') : undefined;
}

/** Writes other records. Given records keep their characters; lines that are not records keep their place. */
function rewriteLog(log: readonly LogLine[], after: readonly unknown[]): string {
  const positions = new Map<unknown, number>();
  for (const [index, { record }] of log.entries()) {
    if (record !== undefined) positions.set(record, index);
  }
  const newline = log.find(({ ending }) => ending !== '')?.ending ?? '\n';
  const written: Pick<Line, 'text' | 'ending'>[] = [];
  let next = 0;
  const copyOthers = (end: number): void => {
    for (; next < end; next += 1) if (log[next]!.record === undefined) written.push(log[next]!);
  };
  for (const record of after) {
    const position = positions.get(record);
    if (position !== undefined) copyOthers(position);
    const line = position === undefined ? undefined : log[position];
    written.push(line ?? { text: formatExactJson(record), ending: newline });
  }
  copyOthers(log.length);
  const isTerminated = log.at(-1)?.ending !== '';
  return written
    .map(({ text, ending }, index) => {
      const isLast = index === written.length - 1;
      return text + (isLast && !isTerminated ? '' : ending || newline);
    })
    .join('');
}
