import { align } from './align.ts';
import { writeOriginal } from './write-original.ts';

/** A run of output messages that replaces a run of input messages. */
export interface ChangedRun {
  /** Index and length of the run in the output. The length is 0 if messages were removed without a marker. */
  readonly at: number;
  readonly out: number;
  /** Index and length of the replaced run in the input. */
  readonly from: number;
  readonly in: number;
}

/** A list of messages with their digests. */
export interface Digested {
  readonly messages: readonly unknown[];
  readonly digests: readonly string[];
}

/** Returns what a compression changed. A message is unchanged if its partner is the same object or has the same stored text. */
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

/** Returns whether two messages have the same stored text. Equal digests do not prove it: they ignore the order of members. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || writeOriginal(left) === writeOriginal(right);
}
