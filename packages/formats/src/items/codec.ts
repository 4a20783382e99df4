import type { IContent } from '@palimpsest/core-types';
import type { Codec } from '../codec.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { groupItems, isSilent, readItems } from './group.ts';
import { isMessage } from './read.ts';
import type { WrittenItem } from './reasoning.ts';
import { answersOf, isInWords, writeEntry, type Answers } from './write.ts';
import {
  markSynthetic,
  nativeMessage,
  readEntry,
  findOriginal,
  rememberSynthetic,
  sameContent,
  syntheticMetadata,
} from '../native.ts';
import { membersOf } from '../values.ts';

/** The items an entry was decoded from, or the log records that contain them. */
type ItemSlice =
  | { readonly items: readonly Item[] }
  | { readonly records: readonly { readonly payload?: unknown }[] };

function itemsOf(slice: ItemSlice): readonly Item[] {
  if ('items' in slice) return slice.items;
  return slice.records.map(({ payload }) => membersOf(payload));
}

/** Creates a codec of items: a model turn up to its calls is one entry, and every other item is an entry. */
export function itemCodec(dialect: ItemDialect): Codec<Item> {
  return {
    name: dialect.name,
    decode: (items) =>
      groupItems(dialect, items).map(
        ({ items: own, start: _start, hasCalls: _calls, ...entry }) => {
          const slice: ItemSlice = { items: own };
          return readEntry(entry, { format: dialect.name, message: slice }, slice);
        },
      ),
    encode: (history) =>
      writeHistory(dialect, history).flatMap((written) => written.map(({ item }) => item)),
  };
}

/** Returns the items of each entry. */
export function writeHistory(dialect: ItemDialect, history: readonly IContent[]): WrittenItem[][] {
  const answers = answersOf(dialect, history);
  const entries: WrittenItem[][] = [];
  let end: WrittenItem[] | undefined;
  for (const [index, entry] of history.entries()) {
    const written = write(dialect, entry, index, answers);
    entries.push(written);
    const first = written[0]?.item;
    const last = end?.at(-1);
    if (end !== undefined && last !== undefined && first !== undefined && entry.speaker === 'ai') {
      const said = written.find(({ item }) => !isSilent(item))?.item;
      const isBegun = said === undefined || isMessage(said);
      if (isOpen(last.item) && !isBegun) end[end.length - 1] = { ...last, item: ended(last.item) };
    }
    // A decoded message states itself where it ends.
    const isNew = nativeMessage(dialect.name, entry) === undefined;
    if (first !== undefined) end = entry.speaker === 'ai' && isNew ? written : undefined;
  }
  return entries;
}

/** Returns whether a model text without a phase would be read as the start of the calls after it. */
function isOpen(item: Item): boolean {
  return isMessage(item) && item.role === 'assistant' && item.phase === undefined;
}

function ended(item: Item): Item {
  const marked: Item = { ...item, phase: 'final_answer' };
  const metadata = syntheticMetadata(item);
  if (metadata !== undefined) markSynthetic(marked, metadata);
  return marked;
}

function write(
  dialect: ItemDialect,
  entry: IContent,
  index: number,
  answers: Answers,
): WrittenItem[] {
  const native = nativeMessage<ItemSlice>(dialect.name, entry);
  const known = findOriginal(native);
  const slice = known?.message ?? native?.message;
  const items = slice === undefined ? [] : itemsOf(slice);
  const isRetold = entry.blocks.some(
    (block) => block.type === 'tool_call' && isInWords(block, answers),
  );
  const before = known?.entry ?? readItems(dialect, items, index);
  if (native !== undefined && !isRetold && sameContent(entry, before)) {
    return items.map((item, record) => ({ item, record }));
  }
  const written = writeEntry(dialect, entry, { items, blocks: before.blocks }, answers);
  if (written.length === 1) rememberSynthetic(entry, written[0]?.item);
  return written;
}
