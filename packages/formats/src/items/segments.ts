import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { Item, ItemDialect } from './dialect.ts';
import { nativePart, type NativePart } from '../native.ts';

/** What an entry was decoded from. */
export interface ReadItems {
  readonly items: readonly Item[];
  readonly blocks: readonly ContentBlock[];
}

/** Blocks that become one item. */
export interface Segment {
  /** Its former item index in the entry; `undefined` for a new item. */
  record: number | undefined;
  readonly isMessage: boolean;
  readonly blocks: ContentBlock[];
}

/**
 * Groups blocks by the item they become. Messages of the model whose separator was removed become one, because they would be
 * read as one entry.
 */
export function segmentsOf(dialect: ItemDialect, entry: IContent, read: ReadItems): Segment[] {
  const segments = sortByItem(dialect, entry, read);
  return entry.speaker === 'ai' ? joinMessages(segments) : segments;
}

/** Groups blocks by their item. New texts join the adjacent message, and items without blocks stay. */
function sortByItem(dialect: ItemDialect, entry: IContent, read: ReadItems): Segment[] {
  const { speaker, blocks } = entry;
  const segments: Segment[] = [];
  const empty = emptyRecords(dialect, read);
  let passed = 0;
  const pass = (end: number): void => {
    for (; passed < empty.length && empty[passed]! < end; passed += 1) {
      segments.push({ record: empty[passed], isMessage: true, blocks: [] });
    }
  };
  const ordered =
    speaker === 'tool' && read.items.length === 0
      ? [...blocks.filter(isResponse), ...blocks.filter((block) => !isResponse(block))]
      : blocks;
  for (const block of ordered) {
    const native = nativePart(dialect.name, block);
    const record = read.items.length === 0 ? undefined : native?.record;
    const isText = isContent(block, native);
    const last = segments.at(-1);
    const joins =
      isText &&
      last?.isMessage === true &&
      (record === undefined || last.record === undefined || record === last.record);
    if (joins) {
      last.blocks.push(block);
      last.record ??= record;
      continue;
    }
    if (record !== undefined) pass(record);
    segments.push({ record, isMessage: isText, blocks: [block] });
  }
  pass(Infinity);
  if (blocks.length === 0 && read.items.length === 0) {
    segments.push({ record: undefined, isMessage: true, blocks: [] });
  }
  return segments;
}

/**
 * Joins messages. After a call, a message continues the turn; after another message it would start a new one. An empty message would become
 * an entry.
 */
function joinMessages(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  let hasCalls = false;
  for (const segment of segments) {
    const last = joined.at(-1);
    if (hasCalls || !segment.isMessage || last?.isMessage !== true) {
      hasCalls ||= segment.blocks.some(({ type }) => type === 'tool_call');
      joined.push(segment);
    } else if (isSilent(last)) joined[joined.length - 1] = segment;
    else if (!isSilent(segment)) for (const block of segment.blocks) last.blocks.push(block);
  }
  return joined;
}

function isSilent({ blocks }: Segment): boolean {
  return blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}

function emptyRecords(dialect: ItemDialect, read: ReadItems): number[] {
  const full = blocksByRecord(dialect, read);
  return [...read.items.keys()].filter((record) => !full.has(record));
}

/** Returns the blocks that were read from each item. */
export function blocksByRecord(
  dialect: ItemDialect,
  { blocks }: ReadItems,
): ReadonlyMap<number, readonly ContentBlock[]> {
  const sorted = new Map<number, ContentBlock[]>();
  for (const block of blocks) {
    const record = nativePart(dialect.name, block)?.record ?? 0;
    const own = sorted.get(record);
    if (own === undefined) sorted.set(record, [block]);
    else own.push(block);
  }
  return sorted;
}

function isResponse({ type }: ContentBlock): boolean {
  return type === 'tool_response';
}

/** Returns whether a block is inside a message. */
function isContent(block: ContentBlock, native: NativePart | undefined): boolean {
  if (native !== undefined && block.type === 'opaque') {
    return native.field !== undefined || 'value' in native;
  }
  return block.type === 'text' || block.type === 'code' || block.type === 'media';
}
