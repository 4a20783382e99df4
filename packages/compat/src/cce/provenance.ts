import { digest } from './digest.ts';
import { copyMessage, countIds, idText, roleOf, textOf, type Message } from './message.ts';

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

/** The messages of one call as originals: their keys, and the provenance of messages that replace them. */
export class Originals {
  readonly #messages: readonly Message[];
  readonly #version: number;
  readonly #makeKey: (message: Message) => string;
  readonly #keys = new Map<number, string>();

  constructor(messages: readonly Message[], version: number) {
    this.#messages = messages;
    this.#version = version;
    this.#makeKey = createKeys(messages);
  }

  /** Returns the provenance of a message that replaces those from `first` up to, but not including, `end`; equal for the same range. */
  provenance(first: number, end: number): CceOriginal {
    const kept = this.#keptIn(first, end);
    const earlier = kept.flatMap(({ original }) => readProvenance(original) ?? []);
    return {
      ids: kept.map(({ key }) => key),
      summary_id: summaryId(kept),
      ...(earlier.length > 0 && {
        parent_ids: earlier.map((provenance) => provenance.summary_id),
        earlier_ids: earlier.flatMap(({ ids, earlier_ids = [] }) => [...ids, ...earlier_ids]),
      }),
      version: this.#version,
    };
  }

  /** Returns copies of the messages in some ranges by their keys, in an object without prototype. */
  verbatim(
    ranges: readonly { readonly first: number; readonly end: number }[],
  ): Record<string, Message> {
    const store = Object.create(null) as Record<string, Message>;
    for (const { key, original } of ranges.flatMap(({ first, end }) => this.#keptIn(first, end))) {
      store[key] = copyMessage(original);
    }
    return store;
  }

  #keptIn(first: number, end: number): Kept[] {
    return this.#messages.slice(first, end).map((original, offset) => {
      const key = this.#keys.get(first + offset) ?? this.#makeKey(original);
      this.#keys.set(first + offset, key);
      return { key, original };
    });
  }
}

/**
 * Returns a function that assigns keys to the originals of one call: the id if it is unambiguous, otherwise the id and a digest of the
 * message. An id is ambiguous when several messages have it, when an input message already names an original by it (so that merging the stores
 * of several rounds overwrites nothing), or when it is `__proto__`, which a plain object cannot hold safely.
 */
function createKeys(messages: readonly Message[]): (message: Message) => string {
  const bearers = countIds(messages);
  const claimed = new Set<string>(['__proto__']);
  for (const message of messages) {
    const { ids = [], earlier_ids: earlier = [] } = readProvenance(message) ?? {};
    for (const key of [...ids, ...earlier]) claimed.add(key);
  }
  return (message) => {
    const id = idText(message);
    let key = id;
    if (bearers.get(id) !== 1 || claimed.has(id)) {
      const base = `${id}#${digest([typeof message.id, roleOf(message), textOf(message)])}`;
      key = base;
      for (let copy = 2; bearers.has(key) || claimed.has(key); copy += 1) key = `${base}.${copy}`;
    }
    claimed.add(key);
    return key;
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
  const isOfFirst = isKeyOf(claim.ids[0]!, carrier) && carrier.role === kept[0]?.original.role;
  return isOfFirst && beginsWithMarker(carrier);
}

/** Returns whether metadata and text both indicate that a compression created the message: enough to leave it unchanged. */
export function isGenerated(message: Message): boolean {
  return beginsWithMarker(message) && readProvenance(message) !== undefined;
}

function beginsWithMarker(message: Message): boolean {
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
    roleOf(original),
    textOf(original),
  ]);
  return `cce_sum_${digest(parts)}`;
}

function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.hasOwn(holder, key) ? (Reflect.get(holder, key) as unknown) : undefined;
}
