import type { Line } from '../input/read-lines.ts';
import { parseJson } from '../json/parse-json.ts';
import type { BadLine, Item } from './item.ts';
import { describe } from './describe.ts';
import { isLogFormat } from './log-formats.ts';
import { formatOf } from './messages-of.ts';
import type { ReadOptions } from './read-conversations.ts';
import { rewriteLog, type LogLine } from './rewrite-log.ts';

/**
 * Reads a log with one record a line as one conversation. Lines that are no records come first, as bad ones with an empty text: who
 * passes over them gets them back at their place with the rest.
 */
export function* readLog(lines: readonly Line[], { name, format }: ReadOptions): Generator<Item> {
  const records: unknown[] = [];
  const log: LogLine[] = [];
  for (const line of lines) {
    const parsed = line.text.trim() === '' ? undefined : parseJson(line.text);
    const value = parsed?.problem === undefined ? parsed?.value : undefined;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      log.push({ ...line, record: value });
      records.push(value);
      continue;
    }
    log.push(line);
    if (parsed === undefined) continue;
    const { problem } = parsed;
    const bad: Omit<BadLine, 'problem'> = {
      kind: 'bad',
      text: '',
      place: `${name}:${line.number}`,
      isLine: true,
    };
    yield problem === undefined
      ? { ...bad, problem: `${name}:${line.number}: this is ${describe(value)}, but no record.` }
      : { ...bad, problem: `${name}:${line.number}:${problem.column}: ${problem.reason}.` };
  }
  const text = lines.map(({ text: own, ending }) => own + ending).join('');
  const known = format === undefined ? logFormat(records) : { format };
  if ('problem' in known) {
    yield { kind: 'bad', text, place: name, isLine: false, problem: `${name}: ${known.problem}.` };
    return;
  }
  const ownId = sessionOf(records);
  yield {
    kind: 'conversation',
    text,
    id: ownId ?? name,
    ...(ownId === undefined ? {} : { ownId }),
    place: name,
    isLine: false,
    messages: records,
    format: known.format,
    rewrite: (after) => rewriteLog(log, after),
  };
}

/** Logs hold records of many kinds; one that can be nothing else is enough. */
function logFormat(records: readonly unknown[]): ReturnType<typeof formatOf> {
  for (const record of records) {
    const found = formatOf([record]);
    if ('format' in found && isLogFormat(found.format)) return found;
  }
  return formatOf(records);
}

function sessionOf(records: readonly unknown[]): string | undefined {
  for (const record of records) {
    const id: unknown = Reflect.get(record as object, 'sessionId') ?? codexSession(record);
    if (typeof id === 'string' && id !== '') return id;
  }
  return undefined;
}

/** Codex names the session in the first record of its log. */
function codexSession(record: unknown): unknown {
  const { type, payload } = record as { readonly type?: unknown; readonly payload?: unknown };
  const isMeta = type === 'session_meta' && typeof payload === 'object' && payload !== null;
  return isMeta ? Reflect.get(payload, 'id') : undefined;
}
