import {
  type ContentMetadata,
  type DroppedNotice,
  type IContent,
  type RequirementLevel,
  formatDroppedNotice,
  parseDroppedNotice,
} from '@palimpsest/core-types';
import { readRecordEntry } from '../record/read-record.ts';

const DROPPED = 'dropped-entries';
const SNAPSHOT = 'compression-state-snapshot';
const CONTINUATION = 'compression-continuation';

/** Creates the entry that reports how many entries were removed. It is inserted where the first of them was. */
export function createDroppedNotice(notice: DroppedNotice): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: formatDroppedNotice(notice) }],
    metadata: { synthetic: true, reason: DROPPED },
  };
}

/** Parses an entry that is only a dropped notice; `undefined` for any other entry. Not proof: anyone can type one. */
export function parseNoticeEntry({ speaker, blocks }: IContent): DroppedNotice | undefined {
  const [block] = blocks;
  if (speaker === 'tool' || speaker === 'system' || blocks.length !== 1 || block?.type !== 'text')
    return undefined;
  return typeof block.text === 'string' ? parseDroppedNotice(block.text) : undefined;
}

/** Returns whether Palimpsest created this notice: only then may a newer one replace it. */
export function isGeneratedNotice(entry: IContent): boolean {
  return isSynthetic(entry, DROPPED) && parseNoticeEntry(entry) !== undefined;
}

function isSynthetic({ metadata }: IContent, reason: string): boolean {
  return metadata?.synthetic === true && metadata.reason === reason;
}

/**
 * Returns the tail start that a notice or a record of an earlier compression reports. `newest` is the number of entries in the tail, `following`
 * the number of entries after the notice: it is right as long as none was appended. Returns the smallest if several are valid.
 */
export function findStableTailStart(history: readonly IContent[]): number | undefined {
  let tailStart: number | undefined;
  for (const [index, entry] of history.entries()) {
    const { newest, following } = parseNoticeEntry(entry) ?? readRecordCounts(entry);
    if (newest === undefined || following !== history.length - 1 - index) continue;
    // The tail follows the notice: one that counts more entries is not of a compression.
    if (newest > following) continue;
    tailStart = Math.min(tailStart ?? history.length, history.length - newest);
  }
  return tailStart;
}

/** Returns the counts of a record, which stands directly before the tail; none for another entry. */
function readRecordCounts(entry: IContent): Partial<Pick<DroppedNotice, 'newest' | 'following'>> {
  const newest = readRecordEntry(entry)?.newest;
  return newest === undefined ? {} : { newest, following: newest };
}

/**
 * Creates an entry with a model's summary. Metadata proves that it is generated, so a later compression can replace it;
 * its text proves nothing.
 */
export function createSnapshotEntry(text: string, metadata: ContentMetadata): IContent {
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text }],
    metadata: { ...metadata, isSummary: true, synthetic: true, reason: SNAPSHOT },
  };
}

/** Metadata key of the facts that a snapshot carries. */
export const SNAPSHOT_FACTS = 'snapshotFacts';

/** A directive of a user that a snapshot carries: its exact words, and its level. */
export interface CarriedDirective {
  readonly force: RequirementLevel;
  readonly text: string;
}

/**
 * Returns the directives that a generated snapshot carries in its metadata, in order. Hosts and files may have changed it: skips invalid
 * values.
 */
export function carriedDirectives(entry: IContent): readonly CarriedDirective[] {
  const facts = isGeneratedSnapshot(entry) ? entry.metadata?.[SNAPSHOT_FACTS] : undefined;
  const directives = (facts as { directives?: unknown } | null | undefined)?.directives;
  return Array.isArray(directives) ? directives.filter(isCarriedDirective) : [];
}

const LEVELS: ReadonlySet<unknown> = new Set<RequirementLevel>([
  'must-not',
  'must',
  'only',
  'should',
  'prefer',
]);

function isCarriedDirective(value: unknown): value is CarriedDirective {
  const { force, text } = (value ?? {}) as { force?: unknown; text?: unknown };
  return typeof text === 'string' && LEVELS.has(force);
}

/** Creates the assistant entry after a snapshot that separates it from the next user message. */
export function createContinuationEntry(text: string): IContent {
  return {
    speaker: 'ai',
    blocks: [{ type: 'text', text }],
    metadata: { synthetic: true, reason: CONTINUATION },
  };
}

/** Returns whether Palimpsest created this snapshot, by its metadata. */
export function isGeneratedSnapshot(entry: IContent): boolean {
  const { speaker, metadata } = entry;
  return speaker === 'human' && metadata?.isSummary === true && isSynthetic(entry, SNAPSHOT);
}

/** Returns whether Palimpsest created this entry after a snapshot. */
export function isGeneratedContinuation(entry: IContent): boolean {
  return entry.speaker === 'ai' && isSynthetic(entry, CONTINUATION);
}
