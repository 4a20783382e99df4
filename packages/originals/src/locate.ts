import type { CompressionRecord, Segment } from './compression-record.ts';
import { followersOf, type Manifest } from './manifest.ts';
import { matchEdited } from './match-edited.ts';
import { matchStart } from './match-start.ts';

/** The compression a list of messages came out of, or several between which nothing tells. */
export type Located =
  | {
      readonly kind: 'found';
      readonly record: CompressionRecord;
      /** From positions of its output to positions of the list. */
      readonly segments: readonly Segment[];
    }
  | {
      readonly kind: 'ambiguous';
      /** The newest first. */
      readonly records: readonly CompressionRecord[];
      /** The same for the first of them. */
      readonly segments: readonly Segment[];
    };

export interface LocateOptions {
  /** Only compressions of this conversation, and those of none. */
  readonly conversation?: string | undefined;
  /** What counts where several fit equally well. */
  readonly ambiguity?: 'report' | 'newest' | undefined;
  /** Ids of compressions that are out of the question. */
  readonly except?: ReadonlySet<string> | undefined;
  /** Whether a message that a compression wrote must be among those that are found; without, an output that only lacks messages counts as well. */
  readonly needsWritten?: boolean | undefined;
}

/** Finds the compression whose output a list of messages begins with, or, where the list was edited since, the one most of whose output is there. */
export function locate(
  manifest: Manifest,
  digests: readonly string[],
  { conversation, ambiguity, except, needsWritten = false }: LocateOptions = {},
): Located | undefined {
  if (manifest.records.length === 0) return undefined;
  const isPossible = (record: CompressionRecord): boolean =>
    except?.has(record.id) !== true && isOf(record, conversation);
  const written = findWritten(manifest, digests);
  // Without a name of its own, an output that only lacks messages is no evidence: another conversation may begin in the same way.
  const isEvident = (record: CompressionRecord): boolean =>
    isPossible(record) && (isNamed(record, conversation) || record.length > written);
  let match = matchStart(manifest, digests, isEvident, needsWritten ? written + 1 : 0);
  if (match === undefined) {
    if (written < digests.length) match = matchEdited(manifest, digests, isPossible);
  } else if (findWritten(manifest, digests, match.count) < digests.length) {
    // Perhaps a later compression of the same conversation, whose output was edited behind this beginning.
    const ids = match.records.map(({ id }) => id);
    const followers = followersOf(manifest, ids);
    const edited = matchEdited(
      manifest,
      digests,
      (record) => isPossible(record) && followers.has(record.id),
    );
    if (edited !== undefined && edited.count > match.count) match = edited;
  }
  if (match === undefined) return undefined;
  const { records, segments } = match;
  const [record] = records;
  if (record === undefined || (records.length > 1 && ambiguity !== 'newest')) {
    return { kind: 'ambiguous', records, segments };
  }
  return { kind: 'found', record, segments };
}

/** Whether a compression is of a conversation, or of none. */
export function isOf({ facts }: CompressionRecord, conversation: string | undefined): boolean {
  return conversation === undefined || (facts.conversation ?? conversation) === conversation;
}

/** Returns whether a compression has the name that is asked for; where none is asked for, every compression has it. */
function isNamed({ facts }: CompressionRecord, conversation: string | undefined): boolean {
  return conversation === undefined || facts.conversation === conversation;
}

/** Where the first message stands, from `start` on, that a compression wrote: the end where there is none. */
export function findWritten(manifest: Manifest, digests: readonly string[], start = 0): number {
  let index = start;
  while (index < digests.length && manifest.written(digests[index]!) === undefined) index += 1;
  return index;
}
