import { defined, isRecord } from '@palimpsest/core-types';
import { isSha256, sha256 } from './sha256.ts';

/** Facts about a compression, supplied by the caller. */
export interface CompressionFacts {
  /** Name of the strategy. */
  readonly strategy?: string;
  /** Name of the conversation, if a session holds several. */
  readonly conversation?: string;
  /** Whether the input consists only of originals: no compression precedes this one. */
  readonly fromOriginals?: boolean;
}

/** A run of output messages and the originals that it replaces. */
export interface RecordedRun {
  /** Index in the output at which the run begins. */
  readonly outputStart: number;
  readonly outputDigests: readonly string[];
  /** Ids of the originals that it replaces. */
  readonly originals: readonly string[];
  /** Ids of originals that it represents, but that stay in the output. */
  readonly covered?: readonly string[];
  /** Metadata that the caller gave for the messages, by position in `outputDigests`. */
  readonly metadata?: readonly unknown[];
}

/** Returns the ids of the originals that the messages of a run represent. */
export function originalsOf(run: RecordedRun): readonly string[] {
  return [...run.originals, ...(run.covered ?? [])];
}

/** One compression in a manifest. */
export interface CompressionRecord {
  /** Computed by `recordId`. The same compression in several conversations has one id. */
  readonly id: string;
  /** Number of the previous compression of the session plus 1, at most `MAX_NUMBER`. */
  readonly number: number;
  /** Number of messages in the output. */
  readonly outputLength: number;
  /** Digest of the whole output, computed with `chainDigest`. */
  readonly outputDigest: string;
  /** Ordered by `outputStart`. */
  readonly runs: readonly RecordedRun[];
  /** Ids of compressions with whose output the input begins. They have the same output; the likeliest is first. */
  readonly previousIds: readonly string[];
  readonly facts: CompressionFacts;
}

/** Maximum number of a record. Without it, a record with a huge number would leave no larger one for later records. */
export const MAX_NUMBER = 1_000_000_000_000;

/** Returns the digest of a list with digest `before` after a message with digest `next` is appended. An empty list has the digest `''`. */
export function chainDigest(before: string, next: string): string {
  return sha256(before + next);
}

/** Returns the id of a compression. Equal ids mean equal effects. */
export function recordId({
  outputDigest,
  runs,
  previousIds,
}: Pick<CompressionRecord, 'outputDigest' | 'runs' | 'previousIds'>): string {
  const replaced = runs.map((run) => [run.outputStart, run.outputDigests.length, run.originals]);
  return sha256(JSON.stringify([outputDigest, replaced, previousIds[0] ?? null]));
}

/** Returns the number of messages in the input. */
export function inputLength({ outputLength, runs }: CompressionRecord): number {
  return runs.reduce(
    (sum, run) => sum + run.originals.length - run.outputDigests.length,
    outputLength,
  );
}

/** Which values each fact may have. */
const FACTS: Readonly<Record<keyof CompressionFacts, (value: unknown) => boolean>> = {
  strategy: isText,
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
export function pickFacts(facts: CompressionFacts): CompressionFacts {
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
  const { id, number, outputLength, outputDigest, runs, previousIds, facts } = value;
  if (!isSha256(id) || !isCount(number) || number > MAX_NUMBER || !isCount(outputLength))
    return undefined;
  if ((outputDigest !== '' && !isSha256(outputDigest)) || !areDigests(previousIds))
    return undefined;
  if (!isRecord(facts) || !areFacts(facts)) return undefined;
  if (!Array.isArray(runs) || !areRuns(runs, outputLength)) return undefined;
  return {
    id,
    number,
    outputLength,
    outputDigest,
    runs,
    previousIds,
    facts: pickFacts(facts),
  };
}

function areRuns(runs: readonly unknown[], outputLength: number): runs is RecordedRun[] {
  let end = 0;
  return runs.every((run) => {
    if (!isRecord(run)) return false;
    const { outputStart, outputDigests, originals, covered = [], metadata } = run;
    if (!isCount(outputStart) || outputStart < end) return false;
    if (!areDigests(outputDigests) || !areDigests(originals) || !areDigests(covered)) return false;
    const { length } = outputDigests;
    if (metadata !== undefined && !(Array.isArray(metadata) && metadata.length <= length))
      return false;
    end = outputStart + length;
    return end <= outputLength && length + originals.length > 0;
  });
}

function areDigests(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isSha256);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
