import { align } from './align.ts';
import { writeOriginal } from './write-original.ts';

/** A stretch of an output that stands for other messages. */
export interface ChangedRun {
  /** Where it begins in the output, and how many messages it has there: none where messages were dropped without a trace. */
  readonly at: number;
  readonly out: number;
  /** The same in the input. */
  readonly from: number;
  readonly in: number;
}

/** A list of messages with their digests. */
export interface Digested {
  readonly messages: readonly unknown[];
  readonly digests: readonly string[];
}

/** What a compression changed. A message is kept where the very same object stands on both sides, or one that is written alike. */
export function findRuns(before: Digested, after: Digested): ChangedRun[] {
  const pairs = align(after.digests, before.digests);
  const runs: ChangedRun[] = [];
  let at = 0;
  let from = 0;
  for (let index = 0; index <= pairs.length; index += 1) {
    const isEnd = index === pairs.length;
    const partner = isEnd ? before.messages.length : pairs[index]!;
    if (partner < 0) continue;
    if (!isEnd && !isSame(before.messages[partner], after.messages[index])) continue;
    if (index > at || partner > from) {
      runs.push({ at, out: index - at, from, in: partner - from });
    }
    at = index + 1;
    from = partner + 1;
  }
  return runs;
}

/** Digests do not see everything: two messages with members in different order have the same one. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || writeOriginal(left) === writeOriginal(right);
}
