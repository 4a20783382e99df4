import { digest } from './digest.ts';
import { idText, roleOf, textOf, type Message } from './message.ts';

/** What a message that stands for others says of them, under `metadata._cce_original`. */
export interface CceOriginal {
  /** Keys of the originals in `verbatim`: their ids, or where an id would be ambiguous the id and a digest. */
  ids: string[];
  /** `cce_sum_` and a digest of the originals, by which `uncompress` knows them again. */
  summary_id: string;
  /** Summary ids of originals that stood for others themselves. */
  parent_ids?: string[];
  /** Keys those originals stood for. No later original takes one of them. */
  earlier_ids?: string[];
  /** `sourceVersion` of the call. */
  version: number;
}

export const PROVENANCE_KEY = '_cce_original';

const OWN_SUMMARY_ID = /^cce_sum_[0-9a-f]{16}$/;

/** An original and its key in `verbatim`. */
export interface Kept {
  readonly key: string;
  readonly original: Message;
}

/** The provenance of a message that replaces these. */
export function provenanceOf(kept: readonly Kept[], version: number): CceOriginal {
  const earlier = kept.flatMap(({ original }) => readProvenance(original) ?? []);
  return {
    ids: kept.map(({ key }) => key),
    summary_id: summaryId(kept),
    ...(earlier.length > 0 && {
      parent_ids: earlier.map((provenance) => provenance.summary_id),
      earlier_ids: earlier.flatMap(({ ids, earlier_ids = [] }) => [...ids, ...earlier_ids]),
    }),
    version,
  };
}

/** What a message claims to stand for, if it is well-formed. A claim: anybody can write metadata. */
export function readProvenance(message: Message): CceOriginal | undefined {
  const claim = ownValue(message.metadata, PROVENANCE_KEY);
  const ids = ownValue(claim, 'ids');
  const summary = ownValue(claim, 'summary_id');
  if (!Array.isArray(ids) || ids.length === 0 || typeof summary !== 'string') return undefined;
  if (!ids.every((id) => typeof id === 'string' || typeof id === 'number')) return undefined;
  const earlier = ownValue(claim, 'earlier_ids');
  const version = ownValue(claim, 'version');
  return {
    ids: ids.map(String),
    summary_id: summary,
    ...(Array.isArray(earlier) && { earlier_ids: earlier.map(String) }),
    version: typeof version === 'number' ? version : 0,
  };
}

/**
 * Whether these are what a message stands for. Where all of them are there, an id that was made here is a digest of them. Ids made by
 * ContextCompressionEngine, and ids of which only a part is left, prove nothing; then the message must look as both systems leave it: a
 * mark, with the id and the role of the first original.
 */
export function proves(claim: CceOriginal, carrier: Message, kept: readonly Kept[]): boolean {
  const isComplete = kept.length === claim.ids.length;
  if (isComplete && OWN_SUMMARY_ID.test(claim.summary_id)) {
    return claim.summary_id === summaryId(kept);
  }
  return (
    beginsWithMark(carrier) &&
    isKeyOf(claim.ids[0]!, carrier) &&
    carrier.role === kept[0]?.original.role
  );
}

/** Whether metadata and text both say that a message was made by a compression: good enough to leave it alone. */
export function isMade(message: Message): boolean {
  return beginsWithMark(message) && readProvenance(message) !== undefined;
}

function beginsWithMark(message: Message): boolean {
  return /^\[(?:summary[:#]|cce:|truncated )/.test(textOf(message));
}

/** Whether a message can stand under a key: a key is the id, or begins with it. */
export function isKeyOf(key: string, message: Message): boolean {
  const id = idText(message);
  return key === id || key.startsWith(`${id}#`);
}

function summaryId(kept: readonly Kept[]): string {
  const parts = kept.flatMap(({ key, original }) => [
    key,
    idText(original),
    roleOf(original) ?? '',
    textOf(original),
  ]);
  return `cce_sum_${digest(parts)}`;
}

function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key))
    return undefined;
  return (holder as Record<string, unknown>)[key];
}
