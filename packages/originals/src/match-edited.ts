import { align } from './align.ts';
import { SKETCH, type CompressionRecord, type Segment } from './compression-record.ts';
import { sketchesOf, type Manifest } from './manifest.ts';

/** Compressions with different ids that match a list equally well, newest first. */
export interface Match {
  readonly records: readonly CompressionRecord[];
  /** Maps positions of the first record's output to positions of the list. */
  readonly segments: readonly Segment[];
  /** Number of output messages found in the list. */
  readonly count: number;
}

/** Maximum number of outputs that are compared message by message. */
const MAX_CANDIDATES = 4;

/**
 * Minimum number of different messages that an output shares with the list before they are compared. Three quarters of
 * its messages also suffice.
 */
const MIN_VOTES = 3;

/**
 * Finds the compression with the most output messages in the list, in order. Requires evidence: a message that a compression wrote,
 * together with its neighbours or three quarters of the output. An output that only lacks messages proves nothing: any later part of the
 * whole history lacks them, too.
 */
export function matchEdited(
  manifest: Manifest,
  digests: readonly string[],
  isPossible: (record: CompressionRecord) => boolean,
): Match | undefined {
  const sketches = digests.map((digest) => digest.slice(0, SKETCH));
  const votes = new Map<CompressionRecord, number>();
  for (const sketch of new Set(sketches)) {
    for (const record of manifest.holding(sketch)) {
      if (isPossible(record)) votes.set(record, (votes.get(record) ?? 0) + 1);
    }
  }
  const candidates = [...votes]
    .filter(([record, count]) => count >= MIN_VOTES || isMost(count, manifest.distinct(record)))
    .toSorted(([a, votesA], [b, votesB]) => votesB - votesA || b.number - a.number)
    .slice(0, MAX_CANDIDATES);
  const matches: Compared[] = [];
  for (const [record] of candidates) {
    const compared = compare(manifest, record, digests, sketches);
    if (compared !== undefined) matches.push(compared);
  }
  const [best, ...others] = matches.toSorted(
    (left, right) =>
      right.count - left.count ||
      left.record.length - right.record.length ||
      right.record.number - left.record.number,
  );
  if (best === undefined) return undefined;
  const { record, segments, count } = best;
  const effect = effectOf(best);
  const equal = others.filter(
    (other) =>
      other.count === count && other.record.length === record.length && effectOf(other) !== effect,
  );
  return { records: [record, ...equal.map((other) => other.record)], segments, count };
}

interface Compared {
  readonly record: CompressionRecord;
  readonly pairs: Int32Array;
  readonly segments: readonly Segment[];
  readonly count: number;
}

function compare(
  manifest: Manifest,
  record: CompressionRecord,
  digests: readonly string[],
  sketches: readonly string[],
): Compared | undefined {
  const pairs = align(sketchesOf(record), sketches, { isOpenEnded: true });
  for (const { at: start, out: written } of record.runs) {
    for (const [offset, digest] of written.entries()) {
      const partner = pairs[start + offset]!;
      if (partner >= 0 && digests[partner] !== digest) pairs[start + offset] = -1;
    }
  }
  const segments = segmentsOf(pairs);
  const count = segments.reduce((sum, { length }) => sum + length, 0);
  const isWritten = (position: number): boolean =>
    manifest.written(digests[position]!) !== undefined;
  const isProven = segments.some((segment) =>
    isEvidence(segment, isWritten, isMost(count, record.length)),
  );
  if (!isProven) return undefined;
  return { record, pairs, segments, count };
}

/**
 * Returns whether a segment proves where its messages come from. It must contain a message that a compression wrote. Unless most of the
 * output is present, it also needs two messages that no compression wrote, one of them after a written one.
 */
function isEvidence(
  { to, length }: Segment,
  isWritten: (position: number) => boolean,
  isMostThere: boolean,
): boolean {
  let [written, others, following] = [0, 0, 0];
  for (let position = to; position < to + length; position += 1) {
    if (isWritten(position)) written += 1;
    else {
      others += 1;
      if (written > 0) following += 1;
    }
  }
  return written > 0 && (isMostThere || (others >= 2 && following >= 1));
}

/** Returns a key for the effect of undoing a compression: which originals replace which positions. */
function effectOf({ record, pairs }: Compared): string {
  return JSON.stringify(record.runs.map((run) => [pairs[run.at] ?? -1, run.out.length, run.in]));
}

function isMost(count: number, all: number): boolean {
  return count > 0 && count * 4 >= all * 3;
}

function segmentsOf(pairs: Int32Array): Segment[] {
  const segments: { from: number; to: number; length: number }[] = [];
  for (const [from, to] of pairs.entries()) {
    if (to < 0) continue;
    const last = segments.at(-1);
    if (last !== undefined && last.from + last.length === from && last.to + last.length === to) {
      last.length += 1;
    } else segments.push({ from, to, length: 1 });
  }
  return segments;
}
