import type { IContent } from '@palimpsest/core-types';
import type { Codec } from '../codec.ts';
import {
  isAsRead,
  markSynthetic,
  nativeMessage,
  readEntry,
  rememberSynthetic,
  syntheticMetadata,
} from '../native.ts';
import { membersOf } from '../values.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { groupItems, isSilent } from './group.ts';
import { isMessage } from './read.ts';
import { answersOf, isInWords, writeEntry, type Answers } from './write.ts';

/** The items an entry was decoded from, or the log records that contain them. */
type ItemSlice =
  | { readonly items: readonly Item[] }
  | { readonly records: readonly { readonly payload?: unknown }[] };

function itemsOf(slice: ItemSlice | undefined): readonly Item[] {
  if (slice === undefined) return [];
  return 'items' in slice ? slice.items : slice.records.map(({ payload }) => membersOf(payload));
}

/** Creates a codec of items: a model turn up to its calls is one entry, and every other item is an entry. */
export function itemCodec(dialect: ItemDialect): Codec<Item> {
  return {
    name: dialect.name,
    decode: (items) =>
      groupItems(dialect, items).map(({ items: own, speaker, blocks, metadata }) =>
        readEntry({ speaker, blocks, metadata }, { format: dialect.name, message: { items: own } }),
      ),
    encode: (history) => writeHistory(dialect, history),
  };
}

/** Returns the items of all entries. */
export function writeHistory(dialect: ItemDialect, history: readonly IContent[]): Item[] {
  const answers = answersOf(dialect, history);
  const items: Item[] = [];
  let endsWithNewText = false;
  for (const entry of history) {
    const written = write(dialect, entry, answers);
    const last = items.at(-1);
    if (endsWithNewText && last !== undefined && continues(entry, written)) {
      items[items.length - 1] = ended(last);
    }
    for (const item of written) items.push(item);
    // A decoded message states itself where it ends.
    const isNew = entry.speaker === 'ai' && nativeMessage(dialect.name, entry) === undefined;
    if (written.length > 0) endsWithNewText = isNew && isOpen(items.at(-1));
  }
  return items;
}

/** Returns whether items of the model would be read as the continuation of a text before them. */
function continues({ speaker }: IContent, items: readonly Item[]): boolean {
  const first = items.find((item) => !isSilent(item));
  return speaker === 'ai' && first !== undefined && !isMessage(first);
}

function isOpen(item: Item | undefined): boolean {
  return (
    item !== undefined && isMessage(item) && item.role === 'assistant' && item.phase === undefined
  );
}

function ended(item: Item): Item {
  const marked: Item = { ...item, phase: 'final_answer' };
  const metadata = syntheticMetadata(item);
  if (metadata !== undefined) markSynthetic(marked, metadata);
  return marked;
}

function write(dialect: ItemDialect, entry: IContent, answers: Answers): readonly Item[] {
  const native = nativeMessage<ItemSlice>(dialect.name, entry);
  const items = itemsOf(native?.message);
  const isRetold = entry.blocks.some(
    (block) => block.type === 'tool_call' && isInWords(block, answers),
  );
  if (native !== undefined && !isRetold && isAsRead(entry, native)) return items;
  const read = { items, blocks: native?.read.blocks ?? [] };
  const written = writeEntry(dialect, entry, read, answers).map(({ item }) => item);
  if (written.length === 1) rememberSynthetic(entry, written[0]);
  return written;
}
