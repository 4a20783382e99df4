import {
  describeValue,
  type ContentBlock,
  type ContentMetadata,
  type IContent,
} from '@palimpsest/core-types';
import { FormatError } from '../format-error.ts';
import type { Item } from '../items/dialect.ts';
import { codexDialect } from '../items/dialects.ts';
import { groupItems, type ItemPlace } from '../items/group.ts';
import { readEntry, recall, type NativeMessage } from '../native.ts';
import { isObject, isRecord, textOf } from '../values.ts';

/** One line of a Codex session log. */
export interface CodexRecord {
  readonly type?: unknown;
  readonly timestamp?: unknown;
  readonly payload?: unknown;
  readonly [member: string]: unknown;
}

/** A conversation record and its position. */
export interface CodexPlace extends ItemPlace {
  readonly record: CodexRecord;
  /** Records between the previous conversation record and this one. */
  readonly before: readonly CodexRecord[];
}

/** The records an entry was decoded from. */
export interface CodexSlice {
  readonly places: readonly CodexPlace[];
  /** Records after the newest conversation record. */
  readonly after?: readonly CodexRecord[];
}

const logs = new WeakMap<object, readonly CodexRecord[]>();

/** Returns the whole log an entry was decoded from. Lost if the entry was copied. */
export function logOf(native: NativeMessage<CodexSlice>): readonly CodexRecord[] | undefined {
  return logs.get(native);
}

/** Returns whether a record was visible to the model: not an internal note, or output for the user. */
export function isConversation({ type, payload }: CodexRecord): boolean {
  return type === 'response_item' && isRecord(payload) && payload['type'] !== 'ghost_snapshot';
}

function itemOf({ payload }: CodexRecord): Item {
  return isRecord(payload) ? payload : {};
}

export function readLog(records: readonly CodexRecord[]): IContent[] {
  const places: CodexPlace[] = [];
  let before: CodexRecord[] = [];
  for (const [position, record] of records.entries()) {
    if (!isObject(record) || typeof record.type !== 'string') {
      const seen = isObject(record) ? `type ${describeValue(record.type)}` : describeValue(record);
      const accepted = 'an object with a type, as one line of a session log';
      throw new FormatError({ format: 'codex', index: position, seen, accepted });
    }
    if (!isConversation(record)) before.push(record);
    else {
      places.push({ record, position, before });
      before = [];
    }
  }
  const items = places.map(({ record }) => itemOf(record));
  const history = groupItems(codexDialect, items, places).map(
    ({ speaker, blocks, metadata, start, items: own }) => {
      const slice: CodexSlice = { places: places.slice(start, start + own.length) };
      const facts = { speaker, blocks, ...metadataOf(slice, metadata) };
      return readEntry(facts, { format: 'codex', message: slice }, slice);
    },
  );
  const entries = keepRest(history, before);
  for (const { native } of entries) if (isObject(native)) logs.set(native, records);
  return entries;
}

function metadataOf(
  { places }: CodexSlice,
  synthetic: ContentMetadata | undefined,
): { readonly metadata?: ContentMetadata } {
  if (synthetic !== undefined) return { metadata: synthetic };
  const timestamp = Date.parse(textOf(places[0]?.record.timestamp));
  return Number.isFinite(timestamp) ? { metadata: { timestamp } } : {};
}

/** Attaches the remaining records to the last entry. A log without a conversation becomes one opaque entry. */
function keepRest(history: readonly IContent[], after: readonly CodexRecord[]): IContent[] {
  if (after.length === 0) return [...history];
  const last = history.at(-1);
  const native = last?.native;
  if (last === undefined || !isNativeSlice(native)) {
    const blocks = after.map(({ type }): ContentBlock => ({ type: 'opaque', kind: String(type) }));
    const slice: CodexSlice = { places: [], after };
    const facts = { speaker: 'system', blocks } as const;
    return [readEntry(facts, { format: 'codex', message: slice }, slice)];
  }
  const slice: CodexSlice = { ...(recall(native)?.message ?? native.message), after };
  return [...history.slice(0, -1), readEntry(last, { format: 'codex', message: slice }, slice)];
}

function isNativeSlice(native: unknown): native is NativeMessage<CodexSlice> {
  return isObject(native) && 'message' in native && isObject(native.message);
}
