import { defined, isRecord } from '@palimpsest/core-types';
import { isSha256, sha256 } from './sha256.ts';

/** Facts about a compression, supplied by the caller. */
export interface CompressionFacts {
  /** Name of the strategy. */
  readonly strategy?: string;
  /** Number of the compression in its conversation, counted by the caller. */
  readonly round?: number;
  /** Time of the compression by the caller's clock, in milliseconds since 1970. */
  readonly time?: number;
  /** Name of the conversation, if a session holds several. */
  readonly conversation?: string;
  /** Whether the input consists only of originals: no compression precedes this one. */
  readonly fromOriginals?: boolean;
}

/** A run of output messages and the originals that it replaces. */
export interface RecordedRun {
  /** Index in the output at which the run begins. */
  readonly at: number;
  /** Digests of its output messages. */
  readonly out: readonly string[];
  /** Ids of the originals that it replaces. */
  readonly in: readonly string[];
  /** Ids of originals that it represents, but that stay in the output. */
  readonly covers?: readonly string[];
  /** Metadata that the caller gave for the messages, by position in `out`. */
  readonly metadata?: readonly unknown[];
}

/** Returns the ids of the originals that the messages of a run represent. */
export function originalsOf(run: RecordedRun): readonly string[] {
  return [...run.in, ...(run.covers ?? [])];
}

/** One compression in a manifest. */
export interface CompressionRecord {
  /** Computed by `recordId`. The same compression in several conversations has one id. */
  readonly id: string;
  /** Number of the previous compression of the session plus 1, at most `LAST_NUMBER`. */
  readonly number: number;
  /** Number of messages in the output. */
  readonly length: number;
  /** Digest of the whole output, computed with `chainDigest`. */
  readonly whole: string;
  /** Ordered by `at`. */
  readonly runs: readonly RecordedRun[];
  /** Ids of compressions with whose output the input begins. They have the same output; the likeliest is first. */
  readonly follows: readonly string[];
  readonly facts: CompressionFacts;
}

/** Maximum number of a record. Without it, a record with a huge number would leave no larger one for later records. */
export const LAST_NUMBER = 1_000_000_000_000;

/** Returns the digest of a list with digest `before` after a message with digest `next` is appended. An empty list has the digest `''`. */
export function chainDigest(before: string, next: string): string {
  return sha256(before + next);
}

/** Returns the id of a compression. Equal ids mean equal effects. */
export function recordId({
  whole,
  runs,
  follows,
}: Pick<CompressionRecord, 'whole' | 'runs' | 'follows'>): string {
  const replaced = runs.map((run) => [run.at, run.out.length, run.in]);
  return sha256(JSON.stringify([whole, replaced, follows[0] ?? null]));
}

/** Returns the number of messages in the input. */
export function inputLength({ length, runs }: CompressionRecord): number {
  return runs.reduce((sum, run) => sum + run.in.length - run.out.length, length);
}

/** Which values each fact may have. */
const FACTS: Readonly<Record<keyof CompressionFacts, (value: unknown) => boolean>> = {
  strategy: isText,
  round: Number.isFinite,
  time: Number.isFinite,
  conversation: isText,
  fromOriginals: (value) => typeof value === 'boolean',
};

/** Returns whether the facts have valid types. */
export function areFacts(facts: object): facts is CompressionFacts {
  const given: Readonly<Record<string, unknown>> = { ...facts };
  return Object.entries(FACTS).every(
    ([name, isValid]) => given[name] === undefined || isValid(given[name]),
  );
}

/** Returns the known facts that are set. */
export function onlyFacts(facts: CompressionFacts): CompressionFacts {
  const names = Object.keys(FACTS) as (keyof CompressionFacts)[];
  return defined(Object.fromEntries(names.map((name) => [name, facts[name]])));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

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
  if (!isRecord(value) || value['version'] !== 1) return undefined;
  const { id, number, length, whole, runs, follows, facts } = value;
  if (!isSha256(id) || !isCount(number) || number > LAST_NUMBER || !isCount(length))
    return undefined;
  if ((whole !== '' && !isSha256(whole)) || !areDigests(follows)) return undefined;
  if (!isRecord(facts) || !areFacts(facts)) return undefined;
  if (!Array.isArray(runs) || !areRuns(runs, length)) return undefined;
  return { id, number, length, whole, runs, follows, facts: onlyFacts(facts) };
}

function areRuns(runs: readonly unknown[], length: number): runs is RecordedRun[] {
  let end = 0;
  return runs.every((run) => {
    if (!isRecord(run)) return false;
    const { at: start, out: written, in: originals, covers = [], metadata } = run;
    if (!isCount(start) || start < end) return false;
    if (!areDigests(written) || !areDigests(originals) || !areDigests(covers)) return false;
    if (metadata !== undefined && !(Array.isArray(metadata) && metadata.length <= written.length))
      return false;
    end = start + written.length;
    return end <= length && written.length + originals.length > 0;
  });
}

function areDigests(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isSha256);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
