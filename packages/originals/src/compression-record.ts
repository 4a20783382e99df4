import { sha256 } from './sha256.ts';

/** What a caller may say about a compression. */
export interface CompressionFacts {
  /** Name of the strategy. */
  readonly strategy?: string;
  /** Number of the compression in its conversation, as the caller counts. */
  readonly round?: number;
  /** When it happened, in milliseconds since 1970, by the caller's clock. */
  readonly time?: number;
  /** Name of the conversation, where a session holds several. */
  readonly conversation?: string;
  /** What went in is what was there before any compression: nothing is behind it. */
  readonly fromOriginals?: boolean;
}

/** A stretch of an output and what it stands for. */
export interface RecordedRun {
  /** Where it begins in the output. */
  readonly at: number;
  /** Digests of its messages. */
  readonly out: readonly string[];
  /** Ids of the originals. */
  readonly in: readonly string[];
  /** What the caller says of the messages, by position in `out`. */
  readonly metadata?: readonly unknown[];
}

/** `length` positions from `from` on in one list are the positions from `to` on in another. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** The output of an earlier compression, found in the input of this one. */
export interface Link {
  readonly id: string;
  /** From positions of that output to positions of this input. */
  readonly segments: readonly Segment[];
  /** Ids of compressions it could have been as well. */
  readonly others?: readonly string[];
}

/** One compression in a manifest. */
export interface CompressionRecord {
  /** Made by `recordId`. Conversations that took the same course have the same ids. */
  readonly id: string;
  /** Grows from one compression of the session to the next. */
  readonly number: number;
  /** Messages of the output. */
  readonly length: number;
  /** All of the output in one digest: `chainDigest`. */
  readonly whole: string;
  /** The first eight digits of every output message's digest, one behind the other. */
  readonly sketch: string;
  /** In order. */
  readonly runs: readonly RecordedRun[];
  readonly link?: Link;
  readonly facts: CompressionFacts;
}

/** Digits of a digest in a sketch. */
export const SKETCH = 8;

/** No record has a larger number, so that one that claims more cannot stand in the way of those to come. */
export const LAST_NUMBER = 1_000_000_000_000;

/** The digest of a list that goes on with `next`. An empty list has the digest `''`. */
export function chainDigest(before: string, next: string): string {
  return sha256(before + next);
}

/** The id of a compression: what was replaced by what, and which compression it goes on from. One id, one effect. */
export function recordId(
  whole: string,
  runs: readonly RecordedRun[],
  link: Link | undefined,
): string {
  const replaced = runs.map((run) => [run.at, run.out.length, run.in]);
  return sha256(JSON.stringify([whole, replaced, link?.id ?? null]));
}

/** Messages of the input. */
export function inputLength({ length, runs }: CompressionRecord): number {
  return runs.reduce((sum, run) => sum + run.in.length - run.out.length, length);
}

/** Facts without members nobody asked for. */
export function onlyFacts({
  strategy,
  round,
  time,
  conversation,
  fromOriginals,
}: CompressionFacts): CompressionFacts {
  return {
    ...(strategy === undefined ? {} : { strategy }),
    ...(round === undefined ? {} : { round }),
    ...(time === undefined ? {} : { time }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(fromOriginals === undefined ? {} : { fromOriginals }),
  };
}
