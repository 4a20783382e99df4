import {
  describeValue,
  type ContentBlock,
  type MediaBlock,
  type Speaker,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import { rejectMessage } from '../format-error.ts';
import type { Item, ItemDialect } from './dialect.ts';
import { isCall, isOutput, readCall, readOutput } from './tools.ts';
import { readAddress } from '../results/media.ts';
import type { NativePart } from '../native.ts';
import { opaqueBlock } from '../parts.ts';
import type { Turn } from '../turns.ts';
import { isRecord, listOf, membersOf, textMember, textOf, type Members } from '../values.ts';

export const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'human'],
  ['assistant', 'ai'],
]);

/** Items that configure everything after them: they must neither move nor be removed. */
const STAGE = new Set<unknown>([
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'configuration_update',
  'additional_tools',
]);

export function isMessage({ type, role }: Item): boolean {
  return type === 'message' || ((type ?? null) === null && role !== undefined);
}

/** Returns whether an item configures the items after it and belongs to no turn. */
export function isConfigurationItem({ type }: Item): boolean {
  return STAGE.has(type);
}

/** Reads one item: its role and blocks. `record` is its index within its entry. */
export function readItem(dialect: ItemDialect, item: Item, index: number, record = 0): Turn {
  const fail = rejectMessage(dialect.name, index);
  if (!isRecord(item)) return fail(describeValue(item), 'an object with a type or a role');
  const { type } = item;
  const native: NativePart = { format: dialect.name, part: item, record };
  if (isMessage(item)) {
    const { role, content } = item;
    const speaker =
      SPEAKERS.get(role) ?? fail(`role ${describeValue(role)}`, [...SPEAKERS.keys()].join(', '));
    if (typeof content !== 'string' && !Array.isArray(content ?? [])) {
      return fail(`content ${describeValue(content)}`, 'a string, an array of parts, or null');
    }
    return { speaker, blocks: readContent(dialect, content, record) };
  }
  if (typeof type !== 'string') {
    const isReference = (type ?? null) === null && typeof item.id === 'string';
    if (!isReference) return fail(`type ${describeValue(type)}`, 'an item with a type or a role');
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
  const speaker = isConfigurationItem(item) ? 'system' : 'ai';
  return { speaker, blocks: [opaqueBlock(type, native)] };
}

function readContent(dialect: ItemDialect, content: unknown, record: number): ContentBlock[] {
  if (typeof content !== 'string') {
    return listOf(content).map((part) => readPart(dialect, part, record));
  }
  if (content === '') return [];
  const native: NativePart = { format: dialect.name, field: 'content', record };
  return [{ type: 'text', text: content, native }];
}

/** Reads a part of a message. */
export function readPart(dialect: ItemDialect, value: unknown, record = 0): ContentBlock {
  if (!isRecord(value)) {
    return opaqueBlock(undefined, { format: dialect.name, value, record });
  }
  const native: NativePart = { format: dialect.name, part: value, record, field: 'content' };
  const { type, text } = value;
  const isText = type === 'input_text' || type === 'output_text' || type === 'text';
  if (isText && typeof text === 'string') return { type: 'text', text, native };
  const media = readMedia(dialect, value);
  if (media !== undefined) return { ...media, native };
  return opaqueBlock(type, native);
}

function readMedia(dialect: ItemDialect, part: Members): MediaBlock | undefined {
  const { type, filename } = part;
  const named = textMember('filename', filename);
  if (type === 'input_image') {
    const address = textOf(part[dialect.image]);
    return { type: 'media', ...readAddress(address, 'image/*'), ...named };
  }
  if (type !== 'input_file') return undefined;
  const file = part['file'];
  const inside = textOf(file) || textOf(membersOf(file)['url']);
  const address = textOf(part['file_data']) || textOf(part['file_url']) || inside;
  return { type: 'media', ...readAddress(address, 'application/octet-stream'), ...named };
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
