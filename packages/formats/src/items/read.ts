import { describeValue, type ContentBlock, type ThinkingBlock } from '@palimpsest/core-types';
import { rejectMessage } from '../framework/format-error.ts';
import type { Turn } from '../framework/format-table.ts';
import type { NativePart } from '../framework/native.ts';
import { opaqueBlock, readPart } from '../framework/part-table.ts';
import { isRecord, listOf, membersOf, textMember, textOf } from '../framework/values.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { contentParts, isMessage, ROLES } from './message.ts';
import { isCall, isOutput, readCall, readOutput } from './tools.ts';

/** Items that configure everything after them and belong to no turn: they must neither move nor be removed. */
const STAGE = new Set<unknown>([
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'configuration_update',
  'additional_tools',
]);

/** Reads one item: its role and blocks. `record` is its index within its entry. */
export function readItem(dialect: ItemDialect, item: Item, index: number, record = 0): Turn {
  const reject = rejectMessage(dialect.name, index);
  if (!isRecord(item)) return reject(describeValue(item), 'an object with a type or a role');
  const { type, role, content } = item;
  const native: NativePart = { format: dialect.name, part: item, record };
  if (isMessage(item)) {
    const speaker =
      ROLES.get(role) ?? reject(`role ${describeValue(role)}`, [...ROLES.keys()].join(', '));
    if (typeof content !== 'string' && !Array.isArray(content ?? [])) {
      return reject(`content ${describeValue(content)}`, 'a string, an array of parts, or null');
    }
    const place = { field: 'content', record };
    if (typeof content === 'string') {
      const text: ContentBlock = {
        type: 'text',
        text: content,
        native: { format: dialect.name, ...place },
      };
      return { speaker, blocks: content === '' ? [] : [text] };
    }
    const parts = contentParts(dialect);
    return {
      speaker,
      blocks: listOf(content).map((part) => readPart(parts, part, speaker, place)),
    };
  }
  if (typeof type !== 'string') {
    const isReference = (type ?? null) === null && typeof item.id === 'string';
    if (!isReference) return reject(`type ${describeValue(type)}`, 'an item with a type or a role');
    return { speaker: 'ai', blocks: [opaqueBlock('item_reference', native)] };
  }
  if (type === 'reasoning') {
    return { speaker: 'ai', blocks: [{ ...readReasoning(dialect, item), native }] };
  }
  if (isCall(dialect, item)) {
    return { speaker: 'ai', blocks: [{ ...readCall(dialect, item), native }] };
  }
  if (isOutput(dialect, item)) {
    return { speaker: 'tool', blocks: [{ ...readOutput(dialect, item), native }] };
  }
  // Also the response to an approval request: in the model's turn, both stay or go together.
  return { speaker: STAGE.has(type) ? 'system' : 'ai', blocks: [opaqueBlock(type, native)] };
}

/** Reads the summary, or the reasoning text if the model shows it. */
function readReasoning(dialect: ItemDialect, item: Item): ThinkingBlock {
  const lists = [item['summary'], item.content, item['rawContent']];
  const texts = lists.map((list) => listOf(list).map((part) => textOf(membersOf(part)['text'])));
  const thought = (texts.find((list) => list.some(Boolean)) ?? []).join('\n\n');
  return {
    type: 'thinking',
    thought,
    ...textMember('encryptedContent', dialect.encryptedOf(item)),
  };
}
