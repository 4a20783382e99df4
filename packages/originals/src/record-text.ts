import {
  areFacts,
  inputLength,
  LAST_NUMBER,
  onlyFacts,
  SKETCH,
  type CompressionRecord,
  type Link,
  type RecordedRun,
} from './compression-record.ts';
import { isSha256 } from './sha256.ts';

export function writeRecord(record: CompressionRecord): string {
  return JSON.stringify({ version: 1, ...record });
}

/** Parses a record. Returns `undefined` for a text that is torn or not a valid record. */
export function readRecord(text: string): CompressionRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value['version'] !== 1) return undefined;
  const { id, number, length, whole, sketch, runs, link, facts } = value;
  if (!isSha256(id) || !isCount(number) || number > LAST_NUMBER || !isCount(length))
    return undefined;
  if (whole !== '' && !isSha256(whole)) return undefined;
  if (typeof sketch !== 'string' || sketch.length !== length * SKETCH) return undefined;
  if (!isObject(facts) || !areFacts(facts)) return undefined;
  if (!Array.isArray(runs) || !areRuns(runs, length)) return undefined;
  const record = { id, number, length, whole, sketch, runs, facts: onlyFacts(facts) };
  if (link === undefined) return record;
  return isLink(link, inputLength(record)) ? { ...record, link } : undefined;
}

function areRuns(runs: readonly unknown[], length: number): runs is RecordedRun[] {
  let free = 0;
  return runs.every((run) => {
    if (!isObject(run)) return false;
    const { at, out, in: originals, metadata } = run;
    if (!isCount(at) || at < free || !areDigests(out) || !areDigests(originals)) return false;
    if (metadata !== undefined && (!Array.isArray(metadata) || metadata.length > out.length)) {
      return false;
    }
    free = at + out.length;
    return free <= length && out.length + originals.length > 0;
  });
}

function isLink(link: unknown, length: number): link is Link {
  if (!isObject(link) || !isSha256(link['id']) || !Array.isArray(link['segments'])) return false;
  if (link['others'] !== undefined && !areDigests(link['others'])) return false;
  let [free, next] = [0, 0];
  return link['segments'].every((segment: unknown) => {
    if (!isObject(segment)) return false;
    const { from, to, length: count } = segment;
    if (!isCount(from) || !isCount(to) || !isCount(count) || from < free || to < next) return false;
    free = from + count;
    next = to + count;
    return next <= length;
  });
}

function areDigests(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isSha256);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
