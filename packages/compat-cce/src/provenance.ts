import { digest } from './digest.ts';
import { idText, roleOf, textOf, type Message } from './message.ts';

/** The provenance of a message that replaces others, in `metadata._cce_original`. */
export interface CceOriginal {
  /** Keys of the originals in `verbatim`: the id, or if it is ambiguous, the id and a digest. */
  ids: string[];
  /** `cce_sum_` and a digest of the originals, by which `uncompress` verifies them. */
  summary_id: string;
  /** Summary ids of originals that replaced others themselves. */
  parent_ids?: string[];
  /** Keys of the messages that those originals replaced. No later original gets one of them. */
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

/** Returns the provenance of a message that replaces these originals. */
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

/** Returns the provenance that a message claims, if it is well-formed. It does not prove anything: any program can write metadata. */
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
 * Returns whether these are the originals of a message. If all are present, an id created here must be their digest. Ids of
 * ContextCompressionEngine, and ids of an incomplete set, prove nothing; then the message must start with a marker, as both systems write it,
 * and have the id and the role of the first original.
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

/** Returns whether metadata and text both indicate that a compression created the message: enough to leave it unchanged. */
export function isMade(message: Message): boolean {
  return beginsWithMark(message) && readProvenance(message) !== undefined;
}

function beginsWithMark(message: Message): boolean {
  return /^\[(?:summary[:#]|cce:|truncated )/.test(textOf(message));
}

/** Returns whether a message can have this key: a key is the id, or starts with the id and `#`. */
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
