import type { IContent } from '@palimpsest/core-types';
import type { Format } from '../codec.ts';
import {
  isAsRead,
  markSynthetic,
  nativeMessage,
  readEntry,
  rememberSynthetic,
  syntheticMetadata,
} from '../framework/native.ts';
import { isRecord, listOf, membersOf, type Members } from '../framework/values.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { groupItems, isSilent } from './group.ts';
import { isMessage } from './message.ts';
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
export function itemCodec(dialect: ItemDialect): Format<Item> {
  return {
    name: dialect.name,
    title: dialect.title,
    detect: (message) => detectItem(message, dialect),
    isOfItems: true,
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
      items[items.length - 1] = withFinalPhase(last);
    }
    for (const item of written) items.push(item);
    // New text needs a phase, or a reader joins it with the items after it. A decoded message keeps its own phase.
    const isNew = entry.speaker === 'ai' && nativeMessage(dialect.name, entry) === undefined;
    if (written.length > 0) endsWithNewText = isNew && isTextWithoutPhase(items.at(-1));
  }
  return items;
}

/** Returns whether items of the model would be read as the continuation of a text before them. */
function continues({ speaker }: IContent, items: readonly Item[]): boolean {
  const first = items.find((item) => !isSilent(item));
  return speaker === 'ai' && first !== undefined && !isMessage(first);
}

function isTextWithoutPhase(item: Item | undefined): boolean {
  return (
    item !== undefined && isMessage(item) && item.role === 'assistant' && item.phase === undefined
  );
}

function withFinalPhase(item: Item): Item {
  const marked: Item = { ...item, phase: 'final_answer' };
  const metadata = syntheticMetadata(item);
  if (metadata !== undefined) markSynthetic(marked, metadata);
  return marked;
}

function write(dialect: ItemDialect, entry: IContent, answers: Answers): readonly Item[] {
  const native = nativeMessage<ItemSlice>(dialect.name, entry);
  const items = itemsOf(native?.message);
  const hasCallInWords = entry.blocks.some(
    (block) => block.type === 'tool_call' && isInWords(block, answers),
  );
  if (native !== undefined && !hasCallInWords && isAsRead(entry, native)) return items;
  const read = { items, blocks: native?.read.blocks ?? [] };
  const written = writeEntry(dialect, entry, read, answers).map(({ item }) => item);
  if (written.length === 1) rememberSynthetic(entry, written[0]);
  return written;
}

const AGENT_TYPES = new Set<unknown>(['function_call_result', 'hosted_tool_call']);
const AGENT_MEMBERS = ['callId', 'providerData', 'rawContent'];
const ITEM_TYPE =
  /^(?:reasoning|compaction|item_reference|mcp_(?:list_tools|approval_request|approval_response)|[a-z_]+_call|[a-z_]+_call_output)$/;
const SHARED_TYPES = new Set<unknown>(['compaction', 'reasoning', 'item_reference']);
const ITEM_PARTS = new Set<unknown>(['input_text', 'output_text', 'input_image', 'input_file']);

function detectItem(item: Members, { hasToolNames }: ItemDialect): 'sure' | 'likely' | undefined {
  const { type, role, content, parts: foreignParts } = item;
  const parts = listOf(content).filter(isRecord);
  const isOfAgents =
    AGENT_TYPES.has(type) ||
    [item, ...parts].some((one) => AGENT_MEMBERS.some((name) => Object.hasOwn(one, name)));
  // Of the dialects, only that of the Agents SDK has tool names. Messages with `parts` are of other formats.
  if (isOfAgents !== hasToolNames || Array.isArray(foreignParts)) return undefined;
  if (role === undefined && typeof type === 'string' && (isOfAgents || ITEM_TYPE.test(type))) {
    return isOfAgents || !SHARED_TYPES.has(type) ? 'sure' : 'likely';
  }
  const isItem = type === 'message' || parts.some((part) => ITEM_PARTS.has(part['type']));
  return isItem ? (isOfAgents ? 'sure' : 'likely') : undefined;
}
